{% macro order_groups_join(rows_, relation) -%}
    {#- The join that order_group_field reads, where not all order groups agree. -#}
    {%- set distinct = [] -%}
    {%- for row in order_group_rows() -%}
        {%- set fields = row.items() | rejectattr(0, 'equalto', 'order_group') | list -%}
        {%- if fields not in distinct -%}
            {%- do distinct.append(fields) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if distinct | length > 1 %}
    left join {{ relation }} as order_groups on {{ rows_ }}.order_group = order_groups.order_group
    {%- endif -%}
{%- endmacro %}
