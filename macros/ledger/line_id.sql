{% macro line_id(order_group, group_key) -%}
    {#- A hash of what makes a line, cheap to compare. -#}
    xxhash64({{ order_group }}, {{ group_key }})
{%- endmacro %}
