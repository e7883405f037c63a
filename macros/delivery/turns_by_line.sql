{% macro turns_by_line() -%}
    {#- The actions of turning_rows, one row per line, as events of epoch_rows. -#}
    select
        xxhash64(order_group, group_key) as turning_line_id,
        group_key as turning_group_key,
        collect_list(struct(
            arrival_us, intake, place, action, begins_at as number, arrival_us as bakes_from_us,
            cast(null as bigint) as announced_last, true as is_refused, true as is_beyond
        )) as turns
    from turning
    group by order_group, group_key
{%- endmacro %}
