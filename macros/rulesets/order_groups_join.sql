{% macro order_groups_join(rows_, relation) -%}
    {#- The join that order_group_field reads, where not all order groups agree. -#}
    {%- set distinct = [] -%}
    {%- for row in order_group_rows() if (row.is_sequence, row.bake_us, row.start_number, row.step) not in distinct -%}
        {%- do distinct.append((row.is_sequence, row.bake_us, row.start_number, row.step)) -%}
    {%- endfor -%}
    {%- if distinct | length > 1 %}
    left join {{ relation }} as order_groups on {{ rows_ }}.order_group = order_groups.order_group
    {%- endif -%}
{%- endmacro %}
