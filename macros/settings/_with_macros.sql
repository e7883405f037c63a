{% macro _with_macros(expression) -%}
    {#- What with_macros remembers. -#}
    {%- do return(render(expression) | trim) -%}
{%- endmacro %}
