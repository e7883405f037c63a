{% macro order_groups_relation(rulesets=none) -%}
    {#- The order groups as a relation, one row each; columns as `order_group_rows` has them. -#}
    {%- set rows_ = order_group_rows(rulesets) -%}
    select * from values
        {%- for row in rows_ %}
        ({{ row.values() | join(', ') }}){{ ',' if not loop.last }}
        {%- endfor %}
        as order_groups ({{ rows_[0].keys() | join(', ') }})
{%- endmacro %}
