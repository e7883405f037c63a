{#- What processors may hand on, and what that has to wait for: messages, and what stands in for those that are missing. -#}
-- depends_on: {{ ref('int_resequencer__stand_in_attempts') }}, {{ ref('int_resequencer__held_stand_ins') }}
-- depends_on: {{ ref('resequencer__ledger') }}
with messages as (

    select * from {{ ref('int_resequencer__messages_in_line') }}

),

{% if has_mode('max_stand_ins') %}
stand_in_attempts as (

    select * from {{ ref('int_resequencer__stand_in_attempts') }}
    where disposition = 'flight'

),

held_stand_ins as (

    select * from {{ ref('int_resequencer__held_stand_ins') }}

),

order_groups as (

    {{ order_groups_relation() }}

),

settled as (

    -- The attempts with an outcome, of sequences in which something stands in.
    select
        attempts.order_group,
        attempts.sequence_id,
        attempts.intake,
        attempts.place
    from {{ ref('resequencer__ledger') }} as attempts
    left semi join stand_in_attempts
        on attempts.order_group = stand_in_attempts.order_group and attempts.sequence_id = stand_in_attempts.sequence_id
    where attempts.disposition = 'attempt'

),

heard as (

    -- One row per such sequence: the last place of whose message an outcome is known.
    select
        settled.order_group,
        settled.sequence_id,
        max(released.release_position) as release_position
    from settled
    inner join {{ ref('resequencer__ledger') }} as released
        on
            released.disposition = 'released'
            and settled.order_group = released.order_group
            and settled.sequence_id = released.sequence_id
            and settled.intake = released.intake
            and settled.place = released.place
    group by settled.order_group, settled.sequence_id

),

stand_ins as (

    -- What stands in is handed on before the message behind it, or not at all.
    select
        stand_in_attempts.ruleset,
        stand_in_attempts.order_group,
        stand_in_attempts.sequence_id,
        stand_in_attempts.epoch,
        stand_in_attempts.message_id,
        stand_in_attempts.sequence_number,
        stand_in_attempts.release_position,
        stand_in_attempts.batch_id,
        'released' as verdict,
        stand_in_attempts.attempt,
        stand_in_attempts.sent_at as waiting_since
    from stand_in_attempts
    left join heard
        on stand_in_attempts.order_group = heard.order_group and stand_in_attempts.sequence_id = heard.sequence_id
    where coalesce(stand_in_attempts.release_position > heard.release_position, true)
    union all
    select
        ruleset,
        order_group,
        sequence_id,
        epoch,
        message_id,
        sequence_number,
        release_position,
        batch_id,
        'pending' as verdict,
        cast(1 as bigint) as attempt,
        waiting_since
    from held_stand_ins

),

final as (

    -- Their failures stop nothing: there is nothing to repair.
    select * from messages
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
        stand_ins.verdict,
        cast(null as bigint) as intake,
        cast(null as bigint) as place,
        stand_ins.attempt,
        stand_ins.waiting_since,
        case when order_groups.is_acknowledged then 'deliveries' else 'failures' end as waits_for,
        false as failure_stops,
        false as is_failed,
        cast(null as string) as outcome
    from stand_ins
    inner join order_groups on stand_ins.order_group = order_groups.order_group

)
{% else %}
final as (

    -- Nothing is stood in for.
    select * from messages

)
{% endif %}

select * from final
