{{ config(enabled=settings().python_models and settings().advice and settings().throughput is not none) }}

with attempts as (

    -- As they were reported: the ledger's own time of an outcome is never before the clock of the run before.
    select
        message_id,
        {{ as_utc_timestamp('attempt.input.begun_at') }} as begun_at,
        timestamp_micros(attempt.sent_us) as handed_on_at,
        {{ as_utc_timestamp('attempt.input.at') }} as at,
        attempt.outcome,
        attempt.input.consumer
    from {{ ref('resequencer__ledger') }}
    where disposition = 'attempt' and attempt.outcome is not null

),

told as (

    select
        *,
        count(begun_at) over () > 0 as is_told
    from attempts

),

final as (

    -- Where none says when it began, a consumer is taken for one that does one thing after the other: it began when the message
    -- was handed on, or when it was done with the one before.
    select
        message_id,
        case
            when is_told then begun_at
            else greatest(handed_on_at, lag(at) over (partition by consumer order by at asc, handed_on_at asc, message_id asc))
        end as sent_at,
        at,
        outcome,
        case when is_told then consumer else coalesce(consumer, '') end as consumer
    from told
    where begun_at is not null or not is_told

)

select * from final
