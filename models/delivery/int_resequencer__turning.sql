{{ config(materialized='ephemeral') }}

with reported as (

    select * from {{ ref('int_resequencer__reported') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

final as (

    -- One row per action that ends a sequence (terminate, close) or lets it begin again (reset: at a number, as the ledger has it).
    select
        reported.order_group,
        reported.group_key,
        xxhash64(reported.order_group, reported.group_key) as sequence_key,
        reported.record.action,
        reported.moment as came_at,
        case
            when order_groups.is_sequence and order_groups.is_descending then ~{{ as_integer('reported.record.from_number') }}
            when order_groups.is_sequence then {{ as_integer('reported.record.from_number') }}
        end as begins_at,
        order_groups.step
    from reported
    inner join order_groups
        on reported.order_group = order_groups.order_group and order_groups.delivers
    where
        -- Where counters wrap, a number alone does not say which is meant, but to what goes through the messages one after the other.
        {{ '(order_groups.wrap_at is null or order_groups.follows)' if has_mode('follows') else 'order_groups.wrap_at is null' }}
        and order_groups.linked_by is null
        and reported.kind = 'action' and reported.fault is null and not reported.is_later
        and reported.record.action in ('terminate', 'close', 'reset')
        and (
            reported.record.action <> 'reset' or order_groups.wrap_at is null
            or coalesce({{ as_integer('reported.record.from_number') }} between order_groups.wrap_to and order_groups.wrap_at - 1, true)
        )
        and (
            reported.record.action <> 'reset' or not order_groups.is_sequence or order_groups.start_number is null
            or pmod(
                case
                    when order_groups.is_descending then ~{{ as_integer('reported.record.from_number') }}
                    else {{ as_integer('reported.record.from_number') }}
                end - order_groups.start_number, order_groups.step
            ) = 0
        )

)

select * from final
