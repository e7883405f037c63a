{% macro filled_rows(batch) -%}
    {#-
        One row per number that an action says will not come (skip, gap_fill). intake and place are
        the action's, moved so that of what comes at the same moment it stands before all, or, reported afterwards, behind all.
    -#}
    select
        named.order_group,
        named.group_key,
        number,
        named.at_us as arrival_us,
        {{ intake_of_input('named.intake', 'named.was_late') }} as intake,
        named.place,
        named.action as filled_by
    from (
        {{ acting_rows(batch, ['skip', 'gap_fill']) }}
    ) as named
    inner join ({{ order_groups_relation() }}) as order_groups
        on named.order_group = order_groups.order_group and order_groups.is_sequence and order_groups.delivers and order_groups.wrap_at is null
    lateral view explode(filter(
        sequence(named.from_number, named.to_number),
        one -> order_groups.start_number is null or pmod(case when order_groups.is_descending then ~one else one end - order_groups.start_number, order_groups.step) = 0
    )) numbers as number
{%- endmacro %}
