with heads as (

    -- States of open sequences, of the newest batch; of closed ones every state they ever had.
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

numbered as (

    -- With how its numbers go on; what an operator has said of the first comes before what the ruleset says.
    select
        newest.*,
        order_groups.is_sequence,
        order_groups.linked_by,
        coalesce(newest.head.begins_at, order_groups.start_number) as start_number,
        order_groups.step,
        order_groups.is_descending
    from newest
    left join order_groups on newest.order_group = order_groups.order_group
    where newest.batch_id = newest.newest_batch_id

),

final as (

    select
        order_group as ruleset,
        sequence_id,
        epoch,
        batch_id,
        epoch = newest_epoch as is_newest_epoch,
        disposition = 'closed' as is_closed,
        is_sequence,
        linked_by,
        start_number,
        step,
        is_descending,
        case when is_sequence then {{ next_number('head.left_threshold') }} end as next_expected,
        (
            select unix_micros(current.batch.clock) from {{ ref('resequencer__ledger') }} as current
            where current.disposition = 'current'
        ) as clock_us,
        head.*
    from numbered

)

select * from final
