{% macro name_pattern() -%}
    {#- The pattern of a name in Spark SQL, quoted or not. -#}
    {%- do return('(?:`(?:[^`]|``)+`|[A-Za-z_]\\w*)') -%}
{%- endmacro %}
