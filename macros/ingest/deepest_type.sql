{% macro deepest_type() -%}
    {#- How many objects and lists within one another a type has that was inferred; what lies deeper is text. -#}
    {%- do return(20) -%}
{%- endmacro %}
