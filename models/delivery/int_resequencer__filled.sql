{{ config(materialized='ephemeral') }}

{#- Numbers that somebody says will not come (skip, gap_fill): they stand in line as if they came as it was said. -#}
with reported as (

    select * from {{ ref('int_resequencer__reported') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

named as (

    -- One row per action, with the numbers from and to.
    select
        reported.order_group,
        reported.group_key,
        reported.moment as came_at,
        reported.record.action as filled_by,
        order_groups.is_descending,
        order_groups.start_number,
        order_groups.step,
        {{ as_integer('reported.record.from_number') }} as from_number,
        coalesce({{ as_integer('reported.record.to_number') }}, {{ as_integer('reported.record.from_number') }}) as to_number
    from reported
    inner join order_groups
        on
            reported.order_group = order_groups.order_group
            and order_groups.is_sequence and order_groups.delivers and order_groups.linked_by is null
    where reported.kind = 'action' and reported.record.action in ('skip', 'gap_fill') and reported.fault is null and not reported.is_later

),

final as (

    -- One row per number on the grid of its group.
    select
        order_group,
        group_key,
        came_at,
        filled_by,
        number
    from named
        lateral view explode(filter(
            sequence(from_number, to_number),
            one -> start_number is null or pmod(case when is_descending then ~one else one end - start_number, step) = 0
        )) numbers as number

)

select * from final
