with ledger as (

    -- One row per message: what has left, and what the newest batch holds. A message later than the clock has not been
    -- taken yet.
    select
        *,
        disposition = 'pending' as is_held
    from {{ ref('resequencer__ledger') }}
    where
        (disposition in ('released', 'bypass', 'failure', 'nohit') and not is_stand_in)
        or (disposition = 'pending' and reason <> 'after_clock' and batch_group = {{ newest_batch_number() }})

),

acknowledged as (

    -- With whether its ruleset wants it acknowledged as soon as it is held.
    select
        *,
        {{ is_acknowledged_on_hold() }} as is_on_hold
    from ledger

),

final as (

    select
        ruleset,
        sequence_id,
        message_id,
        sequence_number,
        sort_key,
        arrived_at,
        case when is_on_hold then effective_arrived_at else settled_at end as acknowledgeable_at
    from acknowledged
    where is_on_hold or not is_held

)

select * from final
