{% macro tried_columns() -%}
    {#- The canonical columns that are made by an expression over which Spark may raise: not by a bare field or path. -#}
    {%- set columns = [] -%}
    {%- set expressions = settings().columns -%}
    {%- for column in expressions if bare_path(expressions[column]) is none -%}
        {%- do columns.append(column) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{%- endmacro %}
