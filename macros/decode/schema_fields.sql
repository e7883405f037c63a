{% macro schema_fields(schema) -%}
    {#- The columns of a schema as Spark writes it (DDL): {name: type}. Spark is asked once: much of what is compiled asks for them. -#}
    {%- set known = graph.setdefault('_resequencer_schemas', {}) -%}
    {%- if schema not in known -%}
        {%- set record = "select from_json('', " ~ sql_text(schema) ~ ') as record' -%}
        {%- set problem = query_error(record) -%}
        {%- if problem is not none -%}
            {%- do setting_error('resequencer__landing.schema', 'cannot be read: ' ~ problem, 'columns as Spark writes them, such as "fcnt bigint, _timestamp bigint"') -%}
        {%- endif -%}
        {%- do run_query('create or replace temporary view resequencer_schema as ' ~ record) -%}
        {#- As one column: names that differ in case only are no two columns to Spark. -#}
        {%- set fields = {} -%}
        {%- for field in described_columns('resequencer_schema')[0].type.fields -%}{%- do fields.update({field.name: type_as_ddl(field.type)}) -%}{%- endfor -%}
        {%- do known.update({schema: fields}) -%}
    {%- endif -%}
    {%- do return(known[schema]) -%}
{%- endmacro %}
