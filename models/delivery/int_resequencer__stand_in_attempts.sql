{{ config(materialized='ephemeral') }}

{#-
    Attempts at handing on stand-ins. Nothing waits for them in a run, which knows no message of theirs: what is reported of them it keeps as
    rejected, and it counts here. The first delivered settles a stand-in; what is reported after that is of no attempt.
-#}
-- depends_on: {{ ref('resequencer__ledger') }}
{% if has_mode('max_stand_ins') %}
with ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

order_groups as (

    {{ order_groups_relation() }}

),

stand_ins as (

    select
        ledger.ruleset,
        ledger.order_group,
        ledger.sequence_id,
        ledger.epoch,
        ledger.message_id,
        ledger.sequence_number,
        ledger.release_position,
        ledger.batch_id,
        ledger.settled_at as released_at,
        order_groups.max_attempts
    from ledger
    inner join order_groups on ledger.order_group = order_groups.order_group and order_groups.is_reported
    where ledger.disposition = 'released' and ledger.is_stand_in

),

reported as (

    -- One row per outcome of what no run knows; repeats of it are left out.
    select
        input.message_id,
        input.outcome,
        input.attempt,
        input.ruleset,
        input.sequence_id,
        input.at,
        min(settled_at) as reported_at,
        min_by(input, struct(settled_at, intake, place)) as input
    from ledger
    where disposition = 'rejected' and reason = 'unknown_message'
    group by input.message_id, input.outcome, input.attempt, input.ruleset, input.sequence_id, input.at

),

counted as (

    -- One row per outcome of a stand-in, in the order in which they were reported; none counts before it had left.
    select
        stand_ins.*,
        reported.input,
        greatest(reported.reported_at, stand_ins.released_at) as at,
        row_number() over of_stand_in as attempt,
        count_if(reported.outcome = 'delivered') over before_it as delivered_before
    from stand_ins
    inner join reported
        on
            stand_ins.message_id = reported.message_id
            and coalesce(stand_ins.ruleset = reported.ruleset, true)
            and coalesce(stand_ins.sequence_id = reported.sequence_id, true)
    window
        of_stand_in as (
            partition by stand_ins.order_group, stand_ins.message_id order by reported.reported_at, reported.at, reported.outcome, reported.attempt
        ),
        before_it as (
            partition by stand_ins.order_group, stand_ins.message_id order by reported.reported_at, reported.at, reported.outcome, reported.attempt
            rows between unbounded preceding and 1 preceding
        )

),

settled as (

    select
        * except (delivered_before),
        coalesce(lag(at) over (partition by order_group, message_id order by attempt), released_at) as sent_at
    from counted
    where delivered_before = 0 and attempt <= max_attempts

),

heard as (

    -- One row per stand-in of which anything has been reported.
    select
        order_group,
        message_id,
        count(*) as attempts,
        max(at) as at,
        max(input.outcome = 'delivered') as is_delivered
    from settled
    group by order_group, message_id

),

final as (

    -- disposition: attempt; flight: its outcome is still to come. After as many failures as its ruleset allows there is no other.
    select
        ruleset,
        order_group,
        sequence_id,
        epoch,
        message_id,
        sequence_number,
        release_position,
        batch_id,
        'attempt' as disposition,
        cast(attempt as bigint) as attempt,
        sent_at,
        at,
        input
    from settled
    union all
    select
        stand_ins.ruleset,
        stand_ins.order_group,
        stand_ins.sequence_id,
        stand_ins.epoch,
        stand_ins.message_id,
        stand_ins.sequence_number,
        stand_ins.release_position,
        stand_ins.batch_id,
        'flight' as disposition,
        coalesce(heard.attempts, 0) + 1 as attempt,
        coalesce(heard.at, stand_ins.released_at) as sent_at,
        cast(null as timestamp) as at,
        cast(null as {{ row_type('input') }}) as input
    from stand_ins
    left join heard on stand_ins.order_group = heard.order_group and stand_ins.message_id = heard.message_id
    where heard.message_id is null or not (heard.is_delivered or heard.attempts >= stand_ins.max_attempts)

)
{% else %}
with final as (

    -- Nothing is stood in for.
    select
        ruleset,
        order_group,
        sequence_id,
        epoch,
        message_id,
        sequence_number,
        release_position,
        batch_id,
        disposition,
        cast(null as bigint) as attempt,
        settled_at as sent_at,
        settled_at as at,
        input
    from {{ ref('resequencer__ledger') }}
    where false

)
{% endif %}

select * from final
