{% macro capped(number, most) -%}
    {#- A number, or the most that it may be. Null stays null, and a null most is none. -#}
    case when {{ number }} > {{ most }} then {{ most }} else {{ number }} end
{%- endmacro %}
