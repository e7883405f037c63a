{% macro position_of(number, step='step') -%}
    {#- The position of a number: its place among the numbers of its step, so that neighbours differ by 1. Rounded down; no intermediate result leaves bigint. -#}
    ({{ number }} div {{ step }} - case when {{ number }} % {{ step }} < 0 then 1 else 0 end)
{%- endmacro %}
