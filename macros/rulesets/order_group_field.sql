{% macro order_group_field(field) -%}
    {#- is_sequence, bake_us, start_number or step of a row's order group: a constant where all of them agree, else of the join. -#}
    {%- set rows_ = order_group_rows() -%}
    {%- set values = rows_ | map(attribute=field) | unique | list -%}
    {{- values[0] if values | length == 1 else 'order_groups.' ~ field -}}
{%- endmacro %}
