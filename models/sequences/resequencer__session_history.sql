with batches as (

    select
        batch.number,
        batch.clock
    from {{ ref('resequencer__ledger') }}
    where disposition = 'batch'

),

order_groups as (

    {{ order_groups_relation() }}

),

states as (

    -- One row per session and batch that changed it.
    select
        ledger.order_group,
        ledger.sequence_id,
        ledger.epoch,
        ledger.batch_id,
        ledger.disposition = 'closed' as is_closed,
        unix_micros(batches.clock) as clock_us,
        order_groups.is_sequence,
        order_groups.is_descending,
        coalesce(ledger.head.begins_at, order_groups.start_number) as start_number,
        order_groups.step,
        ledger.head
    from {{ ref('resequencer__ledger') }} as ledger
    inner join batches on ledger.batch_id = batches.number
    left join order_groups on ledger.order_group = order_groups.order_group
    where ledger.disposition in ('state', 'closed') and ledger.head is not null

),

expecting as (

    select
        * except (head),
        cast(0 as bigint) as unconfirmed_count,
        cast(null as bigint) as unconfirmed_us,
        case when is_sequence then {{ next_number('head.left_threshold') }} end as next_expected,
        head.*
    from states

),

final as (

    select
        order_group as ruleset,
        sequence_id,
        batch_id,
        timestamp_micros(clock_us) as clock_at,
        {{ session_columns() }}
    from expecting

)

select * from final
