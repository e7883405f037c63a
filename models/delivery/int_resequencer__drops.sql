{{ config(materialized='ephemeral') }}

with reported as (

    select * from {{ ref('int_resequencer__reported') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

named as (

    -- One row per drop, with its numbers from and to as the sequence counts up: mirrored where it counts down.
    select
        reported.order_group,
        reported.group_key,
        reported.moment as came_at,
        order_groups.step,
        coalesce(pmod(order_groups.start_number, order_groups.step), 0) as remainder,
        case
            when order_groups.is_descending
                then ~coalesce({{ as_integer('reported.record.to_number') }}, {{ as_integer('reported.record.from_number') }})
            else {{ as_integer('reported.record.from_number') }}
        end as low,
        case
            when order_groups.is_descending then ~{{ as_integer('reported.record.from_number') }}
            else coalesce({{ as_integer('reported.record.to_number') }}, {{ as_integer('reported.record.from_number') }})
        end as high
    from reported
    inner join order_groups
        on reported.order_group = order_groups.order_group and order_groups.delivers and not order_groups.is_ranked
    where
        reported.kind = 'action' and reported.record.action = 'drop' and reported.fault is null and not reported.is_later
        -- Where numbers are compared with the highest: what that was before the dropped ones is not known.
        and order_groups.linked_by is null
        and not {{ '(order_groups.restarts or order_groups.max_gap is not null)' if has_mode('follows') else 'false' }}

),

final as (

    -- One row per drop: which positions it is about, of those on the grid. Keys without whole numbers have none.
    select
        xxhash64(order_group, group_key) as sequence_key,
        group_key,
        came_at,
        {{ position_of('low') }} + case when pmod(low, step) > remainder then 1 else 0 end as from_position,
        {{ position_of('high') }} - case when pmod(high, step) < remainder then 1 else 0 end as to_position
    from named

)

select * from final
