{% macro order_groups_relation() -%}
    {#- The order groups as a relation, one row each; columns as `order_group_rows` has them. -#}
    select * from values
        {%- for row in order_group_rows() %}
        ({{ row.order_group }}, {{ row.is_sequence }}, {{ row.bake_us }}, {{ row.start_number }}, {{ row.step }}){{ ',' if not loop.last }}
        {%- endfor %}
        as order_groups (order_group, is_sequence, bake_us, start_number, step)
{%- endmacro %}
