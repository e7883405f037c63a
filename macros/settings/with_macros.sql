{% macro with_macros(expression) -%}
    {#- An expression of settings with what the macros give that it calls, in {{ }}: dbt leaves vars as they are written. -#}
    {%- do return(render(expression) | trim if execute and '{{' in expression | string else expression) -%}
{%- endmacro %}
