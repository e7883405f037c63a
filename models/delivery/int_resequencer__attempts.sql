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
        attempt.input.consumer,
        {{ as_utc_timestamp('attempt.input.begun_at') }} as begun_at
    from {{ ref('resequencer__ledger') }}
    where
        disposition in ('attempt', 'dead_letter')
        or (disposition = 'flight' and batch_group = {{ newest_batch_number() }})

)

select * from final
