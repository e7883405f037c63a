{% macro table_fields(relation) -%}
    {#- The columns of a table, {name: type}, each type as a schema has it. -#}
    {%- do run_query('create or replace temporary view resequencer_table as select * from ' ~ relation ~ ' limit 0') -%}
    {%- set fields = {} -%}
    {%- for column in described_columns('resequencer_table') -%}{%- do fields.update({column.name: type_as_ddl(column.type)}) -%}{%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
