{% macro turning_rows(batch) -%}
    {#-
        One row per action that ends a sequence (terminate, close) or lets it begin anew (reset: at from_number, as the line has
        it). intake and place: where it stands among what comes at the same moment.
    -#}
    select
        named.order_group,
        named.group_key,
        named.action,
        named.at_us as arrival_us,
        {{ intake_of_input('named.intake', 'named.was_late') }} as intake,
        named.place,
        case when order_groups.is_sequence then case when order_groups.is_descending then ~from_number else from_number end end as begins_at
    from (
        {{ acting_rows(batch, ['terminate', 'close', 'reset']) }}
    ) as named
    inner join ({{ order_groups_relation() }}) as order_groups
        on named.order_group = order_groups.order_group and order_groups.delivers and order_groups.wrap_at is null
    where
        named.action <> 'reset' or not order_groups.is_sequence or order_groups.start_number is null
        or pmod(case when order_groups.is_descending then ~from_number else from_number end - order_groups.start_number, order_groups.step) = 0
{%- endmacro %}
