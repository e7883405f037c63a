with rejected as (

    select * from {{ ref('resequencer__ledger') }}
    where disposition = 'rejected'

),

known as (

    -- Outcomes that were taken: one that comes again counts once, and is not wrong.
    select distinct
        attempt.input.message_id,
        attempt.input.outcome,
        attempt.input.attempt,
        attempt.input.at
    from {{ ref('resequencer__ledger') }}
    where disposition = 'attempt'

),

final as (

    select
        case
            when rejected.input.action_id is not null or rejected.input.action is not null then 'action'
            when rejected.input.message_id is not null or rejected.input.outcome is not null then 'delivery'
        end as kind,
        rejected.reason,
        rejected.detail,
        rejected.input.message_id,
        rejected.input.outcome,
        rejected.input.action_id,
        rejected.input.action,
        rejected.input.ruleset,
        rejected.input.sequence_id,
        rejected.input.from_number,
        rejected.input.to_number,
        rejected.input.by,
        rejected.input.why,
        rejected.input.at,
        rejected.raw_record,
        rejected.settled_at as rejected_at,
        rejected.batch_id
    from rejected
    left anti join known
        on
            rejected.reason in ('unknown_message', 'no_attempt')
            and rejected.input.message_id = known.message_id
            and rejected.input.outcome = known.outcome
            and rejected.input.attempt <=> known.attempt
            and rejected.input.at = known.at

)

select * from final
