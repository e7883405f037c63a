{% macro never() -%}
    {#- A moment after all others. -#}
    {{- moment_after('9223372036854775807') -}}
{%- endmacro %}
