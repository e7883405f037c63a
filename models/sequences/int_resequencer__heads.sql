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

{% if has_mode('restarts') %}
unconfirmed as (

    -- One row per sequence of which a message waits that may be a new beginning: it stands in no epoch yet.
    select
        order_group,
        sequence_id,
        count(*) as unconfirmed_count,
        max(unix_micros(effective_arrived_at)) as unconfirmed_us
    from {{ ref('resequencer__ledger') }}
    where disposition = 'pending' and reason = 'awaiting_confirmation' and batch_group = {{ newest_batch_number() }}
    group by order_group, sequence_id

),

standing as (

    -- With what waits so; it may be the first that has come of a sequence.
    select
        coalesce(newest.order_group, unconfirmed.order_group) as order_group,
        coalesce(newest.sequence_id, unconfirmed.sequence_id) as sequence_id,
        coalesce(newest.epoch, 1) as epoch,
        newest.batch_id,
        coalesce(newest.disposition, 'head') as disposition,
        coalesce(newest.newest_epoch, 1) as newest_epoch,
        coalesce(newest.head, {{ head_that_begins('null', updated_us='unconfirmed_us') }}) as head,
        case
            when newest.epoch is not distinct from newest.newest_epoch then coalesce(unconfirmed.unconfirmed_count, 0)
            else 0
        end as unconfirmed_count,
        case when newest.epoch is not distinct from newest.newest_epoch then unconfirmed.unconfirmed_us end as unconfirmed_us
    from (select * from newest where batch_id = newest_batch_id) as newest
    full outer join unconfirmed on newest.order_group = unconfirmed.order_group and newest.sequence_id = unconfirmed.sequence_id

),
{% else %}
standing as (

    -- No sender begins again.
    select
        *,
        cast(0 as bigint) as unconfirmed_count,
        cast(null as bigint) as unconfirmed_us
    from newest
    where batch_id = newest_batch_id

),
{% endif %}

order_groups as (

    {{ order_groups_relation() }}

),

numbered as (

    -- With how its numbers go on; what an operator has said of the first comes before what the ruleset says.
    select
        standing.*,
        order_groups.is_sequence,
        order_groups.linked_by,
        coalesce(standing.head.begins_at, order_groups.start_number) as start_number,
        order_groups.step,
        order_groups.is_descending
    from standing
    left join order_groups on standing.order_group = order_groups.order_group

),

final as (

    select
        order_group as ruleset,
        sequence_id,
        epoch,
        batch_id,
        epoch = newest_epoch as is_newest_epoch,
        unconfirmed_count,
        unconfirmed_us,
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
