with attempts as (

    select * from {{ ref('int_resequencer__attempts') }}
    where disposition <> 'dead_letter'

),

released as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'released'

),

final as (

    select
        {{ outlet_columns('released') }},
        attempts.attempt,
        attempts.sent_at,
        attempts.outcome,
        attempts.at,
        attempts.detail,
        attempts.consumer,
        attempts.begun_at,
        released.release_position,
        released.epoch
    from attempts
    inner join released
        on
            attempts.order_group <=> released.order_group
            and attempts.intake = coalesce(released.intake, -1)
            and attempts.place = coalesce(released.place, xxhash64(released.message_id))

)

select * from final
