{{ config(enabled=settings().python_models and settings().advice and settings().throughput is not none) }}

with final as (

    -- As they were reported: the ledger's own time of an outcome is never before the clock of the run before.
    select
        message_id,
        {{ as_utc_timestamp('attempt.input.begun_at') }} as sent_at,
        {{ as_utc_timestamp('attempt.input.at') }} as at,
        attempt.outcome,
        attempt.input.consumer
    from {{ ref('resequencer__ledger') }}
    where disposition = 'attempt' and attempt.input.begun_at is not null

)

select * from final
