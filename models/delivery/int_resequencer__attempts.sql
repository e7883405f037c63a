with final as (

    -- Attempts that are settled, those in flight as the newest batch has them, and what was given up.
    select
        order_group,
        intake,
        place,
        disposition,
        attempt.attempt,
        timestamp_micros(attempt.sent_us) as sent_at,
        attempt.outcome,
        timestamp_micros(attempt.at_us) as at,
        attempt.detail,
        attempt.input
    from {{ ref('resequencer__ledger') }}
    where
        disposition in ('attempt', 'dead_letter')
        or (disposition = 'flight' and batch_group = {{ newest_batch_number() }})
    union all
    -- What stands in has not come: it is known by its id.
    select
        order_group,
        cast(-1 as bigint) as intake,
        xxhash64(message_id) as place,
        disposition,
        attempt,
        sent_at,
        input.outcome,
        at,
        input.detail,
        input
    from {{ ref('int_resequencer__stand_in_attempts') }}

)

select
    * except (input),
    input.consumer,
    {{ as_utc_timestamp('input.begun_at') }} as begun_at
from final
