with heads as (

    -- Heads of open sequences, of the newest batch; of closed ones every head they ever had.
    select
        order_group,
        sequence_id,
        epoch,
        batch_id,
        disposition,
        head
    from {{ ref('resequencer__ledger') }}
    where
        head is not null
        and (disposition = 'closed' or (disposition = 'head' and batch_group = {{ newest_batch_number() }}))

),

newest as (

    -- One row per epoch of a sequence: a closed one is as the newest batch that something arrived for it left it.
    select
        *,
        max(batch_id) over (partition by order_group, sequence_id, epoch) as newest_batch_id,
        max(epoch) over (partition by order_group, sequence_id) as newest_epoch
    from heads

),

order_groups as (

    {{ order_groups_relation() }}

),

final as (

    select
        newest.order_group as ruleset,
        newest.sequence_id,
        newest.epoch,
        newest.batch_id,
        newest.epoch = newest.newest_epoch as is_newest_epoch,
        newest.disposition = 'closed' as is_closed,
        order_groups.is_sequence,
        order_groups.start_number,
        order_groups.step,
        order_groups.is_descending,
        case when order_groups.is_sequence then {{ next_number('newest.head.left_threshold') }} end as next_expected,
        (
            select unix_micros(current.batch.clock) from {{ ref('resequencer__ledger') }} as current
            where current.disposition = 'current'
        ) as clock_us,
        newest.head.*
    from newest
    left join order_groups on newest.order_group = order_groups.order_group
    where newest.batch_id = newest.newest_batch_id

)

select * from final
