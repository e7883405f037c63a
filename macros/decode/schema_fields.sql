{% macro schema_fields(schema) -%}
    {#- The columns of a schema as Spark writes it (DDL): {name: type}. -#}
    {%- set record = "select from_json('', " ~ sql_text(schema) ~ ') as record' -%}
    {%- set problem = query_error(record) -%}
    {%- if problem is not none -%}
        {%- do setting_error('resequencer__landing.schema', 'cannot be read: ' ~ problem, 'columns as Spark writes them, such as "fcnt bigint, _timestamp bigint"') -%}
    {%- endif -%}
    {%- set fields = {} -%}
    {%- for column in run_query('describe query select record.* from (' ~ record ~ ')').rows -%}
        {%- do fields.update({column[0]: column[1]}) -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
