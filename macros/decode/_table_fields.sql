{% macro _table_fields(relation) -%}
    {#- What `table_fields` gives, asked of the table. -#}
    {%- do run_query('create or replace temporary view resequencer_table as select * from ' ~ relation ~ ' limit 0') -%}
    {%- set fields = {} -%}
    {%- for column in described_columns('resequencer_table') -%}{%- do fields.update({column.name: type_as_ddl(column.type)}) -%}{%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
