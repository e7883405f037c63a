{% macro is_beyond(number, reference, distance) -%}
    {#- Whether a position is further ahead of another than a distance in numbers. Nothing is further than what leaves 64 bits. -#}
    coalesce({{ number }} > try_add({{ reference }}, {{ distance }} div rules.step), false)
{%- endmacro %}
