{% macro described_fields(view) -%}
    {#- The columns of a view with their types: {name: type}. As JSON, which neither shortens wide structs nor leaves names unquoted. -#}
    {%- set fields = {} -%}
    {%- for column in fromjson(run_query('describe extended ' ~ view ~ ' as json').rows[0][0]).columns -%}
        {%- do fields.update({column.name: type_as_ddl(column.type)}) -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
