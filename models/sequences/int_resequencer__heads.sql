with carried as (

    {{ carried_by_newest_batch('head') }}

),

closed as (

    -- One row per closed sequence: as the newest batch that something arrived for it left it.
    select * except (newest_batch_id)
    from (
        select
            *,
            max(batch_id) over (partition by order_group, sequence_id) as newest_batch_id
        from {{ ref('resequencer__ledger') }}
        where disposition = 'closed' and head is not null
    ) as every_closed
    where batch_id = newest_batch_id

),

order_groups as (

    {{ order_groups_relation() }}

),

heads as (

    select * from carried
    union all
    select * from closed

),

final as (

    select
        heads.order_group as ruleset,
        heads.sequence_id,
        heads.batch_id,
        heads.disposition = 'closed' as is_closed,
        order_groups.is_sequence,
        order_groups.start_number,
        order_groups.step,
        case
            when order_groups.is_sequence
                then coalesce(try_add(heads.head.threshold, order_groups.step), case when heads.head.threshold is null then order_groups.start_number end)
        end as next_expected,
        heads.head.*
    from heads
    left join order_groups on heads.order_group = order_groups.order_group

)

select * from final
