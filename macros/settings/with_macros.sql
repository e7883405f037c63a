{% macro with_macros(expression) -%}
    {#- An expression of settings with what the macros give that it calls, in double braces: dbt leaves vars as they are written. -#}
    {%- do return(remembered('with_macros', _with_macros, [expression]) if execute and '{{' in expression | string else expression) -%}
{%- endmacro %}
