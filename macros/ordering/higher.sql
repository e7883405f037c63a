{% macro higher() -%}
    {#- The line by number alone, from the highest: for frames of numbers. Needs no sort beside `down`. -#}
    {{ line_partition() }} order by height desc nulls first
{%- endmacro %}
