{{ config(materialized='ephemeral') }}

{#- Of the messages what processors may hand on, as the newest run knows it, and what that has to wait for. Contents are left out. -#}
-- depends_on: {{ ref('resequencer__ledger') }}
{% if var('resequencer__deliveries', none) is not none %}
with ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

order_groups as (

    {{ order_groups_relation() }}

),

newest as (

    select * from ledger
    where batch_group = {{ newest_batch_number() }}

),

given_up as (

    -- One row per epoch of a sequence that stands behind messages which the end of an earlier epoch has given up.
    select
        order_group,
        sequence_id,
        epoch,
        head.given_up_places as places
    from newest
    where disposition = 'head' and head.given_up_places > 0

),

left_before as (

    -- One row per message that has left and is in flight, or whose delivery has failed. is_counted: those behind it depend on it.
    select
        newest.order_group,
        newest.intake,
        newest.place,
        newest.attempt.message_id,
        case when newest.disposition = 'flight' then newest.attempt.attempt end as attempt,
        timestamp_micros(newest.attempt.sent_us) as waiting_since,
        newest.attempt.course.is_failed,
        not newest.attempt.course.is_settled and newest.attempt.course.ended is null as is_counted,
        cast(null as string) as outcome
    from newest
    where
        newest.disposition = 'flight'
        or (newest.disposition = 'course' and newest.attempt.course.is_failed and newest.attempt.course.ended is null)

),

placed as (

    -- With their places in the order of release.
    select
        released.ruleset,
        released.order_group,
        released.sequence_id,
        released.epoch,
        released.release_position,
        released.sequence_number,
        released.batch_id,
        'released' as verdict,
        left_before.* except (order_group)
    from left_before
    inner join ledger as released
        on
            released.disposition = 'released'
            and left_before.order_group = released.order_group
            and left_before.intake = released.intake
            and left_before.place = released.place

),

heard as (

    -- One row per message that is held, and whose outcome is known already: it counts once those before it are settled.
    select
        order_group,
        intake,
        place,
        case when exists(attempt.course.waiting, report -> report.what = 'delivered') then 'delivered' else 'failed' end as outcome
    from newest
    where disposition = 'course' and attempt.course.sent is null and size(attempt.course.waiting) > 0

),

held as (

    -- One row per message that is ready, and held for the deliveries of those before it alone. What ended epochs have given up takes no
    -- place.
    select
        newest.ruleset,
        newest.order_group,
        newest.sequence_id,
        newest.epoch,
        newest.release_position - coalesce(given_up.places, 0) as release_position,
        newest.sequence_number,
        newest.batch_id,
        'pending' as verdict,
        newest.intake,
        newest.place,
        newest.message_id,
        cast(1 as bigint) as attempt,
        timestamp_micros(newest.ready_at.us) as waiting_since,
        false as is_failed,
        true as is_counted,
        heard.outcome
    from newest
    inner join order_groups on newest.order_group = order_groups.order_group and order_groups.is_reported
    left join given_up
        on
            newest.order_group = given_up.order_group
            and newest.sequence_id = given_up.sequence_id
            and newest.epoch = given_up.epoch
    left join heard on newest.order_group = heard.order_group and newest.intake = heard.intake and newest.place = heard.place
    where newest.disposition = 'pending' and newest.reason in ('awaiting_acknowledgement', 'suspended', 'parked') and newest.is_ready

),

in_line as (

    select * from placed
    union all
    select * from held

),

final as (

    -- waits_for: with acknowledgements the deliveries of all before it, else only that none of them has failed. failure_stops: those
    -- behind it wait if this attempt fails.
    select
        in_line.ruleset,
        in_line.order_group,
        in_line.sequence_id,
        in_line.epoch,
        in_line.message_id,
        in_line.sequence_number,
        in_line.release_position,
        in_line.batch_id,
        in_line.verdict,
        in_line.intake,
        in_line.place,
        in_line.attempt,
        in_line.waiting_since,
        case when in_line.is_counted then case when order_groups.is_acknowledged then 'deliveries' else 'failures' end end as waits_for,
        in_line.is_counted and (order_groups.on_failure <> 'dead_letter' or in_line.attempt < order_groups.max_attempts) as failure_stops,
        in_line.is_counted and in_line.is_failed as is_failed,
        in_line.outcome
    from in_line
    inner join order_groups on in_line.order_group = order_groups.order_group

)
{% else %}
with final as (

    -- Nobody says what has been delivered.
    select
        ruleset,
        order_group,
        sequence_id,
        epoch,
        message_id,
        sequence_number,
        release_position,
        batch_id,
        cast(null as string) as verdict,
        intake,
        place,
        cast(null as bigint) as attempt,
        cast(null as timestamp) as waiting_since,
        cast(null as string) as waits_for,
        cast(null as boolean) as failure_stops,
        cast(null as boolean) as is_failed,
        cast(null as string) as outcome
    from {{ ref('resequencer__ledger') }}
    where false

)
{% endif %}

select * from final
