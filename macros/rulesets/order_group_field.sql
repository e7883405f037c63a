{% macro order_group_field(field) -%}
    {#- A field of `order_group_rows` of a row's order group: a constant where all of them agree, else of the join. -#}
    {%- set values = order_group_rows() | map(attribute=field) | unique | list -%}
    {{- values[0] if values | length == 1 else 'order_groups.' ~ field -}}
{%- endmacro %}
