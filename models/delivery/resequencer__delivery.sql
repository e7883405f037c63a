with order_groups as (

    {{ order_groups_relation() }}

),

attempts as (

    -- One row per message released: what was delivered once stays so, whatever becomes of a resend.
    select
        order_group,
        intake,
        place,
        case
            when max(outcome = 'delivered') then 'delivered'
            when max_by(outcome is null, attempt) then 'sent'
            when max(disposition = 'dead_letter') then 'dead_lettered'
            else 'failed'
        end as status,
        max(attempt) as attempts,
        max_by(detail, struct(at, attempt)) filter (where outcome is not null) as last_detail,
        min(sent_at) as first_sent_at,
        min(case when outcome = 'delivered' then at end) as delivered_at,
        min(case when disposition = 'dead_letter' then at end) as dead_lettered_at
    from {{ ref('int_resequencer__attempts') }}
    group by order_group, intake, place

),

released as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'released'

),

final as (

    select
        {{ outlet_columns('released') }},
        attempts.status,
        attempts.attempts,
        attempts.last_detail,
        attempts.first_sent_at,
        -- One that is parked is settled once it is delivered.
        least(
            attempts.delivered_at, case when not coalesce(order_groups.on_failure = 'park', false) then attempts.dead_lettered_at end
        ) as settled_at,
        released.release_position,
        released.epoch
    from attempts
    inner join released
        on
            attempts.order_group <=> released.order_group
            and attempts.intake = coalesce(released.intake, -1)
            and attempts.place = coalesce(released.place, xxhash64(released.message_id))
    left join order_groups on released.order_group = order_groups.order_group

)

select * from final
