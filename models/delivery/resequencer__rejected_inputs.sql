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
        attempt.input.ruleset,
        attempt.input.at
    from {{ ref('resequencer__ledger') }}
    where disposition = 'attempt'
    union
    select
        message_id,
        input.outcome,
        input.attempt,
        input.ruleset,
        input.at
    from {{ ref('int_resequencer__stand_in_attempts') }}
    where disposition = 'attempt'

),

arrived as (

    -- One row per message id: when messages with that id had arrived, and in which sequence, whatever became of them.
    select
        message_id,
        collect_list(struct(order_group, sequence_id, coalesce(effective_arrived_at, settled_at) as effective_arrived_at)) as messages
    from {{ ref('resequencer__ledger') }}
    where disposition in ('released', 'bypass', 'failure')
    group by message_id

),

wrong as (

    -- A run knows the messages that may still hear of their delivery. Of the others the history knows whether they have arrived.
    select
        rejected.*,
        rejected.reason = 'unknown_message' and exists(
            arrived.messages, one -> (
                one.effective_arrived_at < rejected.settled_at
                and coalesce(one.order_group = rejected.order_group and one.sequence_id = rejected.sequence_id, true)
            )
        ) as has_arrived
    from rejected
    left join arrived on rejected.reason = 'unknown_message' and rejected.input.message_id = arrived.message_id

),

of_rulesets as (

    select
        case when rejected.has_arrived then 'no_attempt' else rejected.reason end as reason,
        case
            when rejected.has_arrived then concat('nothing sent of ', rejected.input.message_id, ' waits for an outcome')
            else rejected.detail
        end as detail,
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
        rejected.batch_id,
        {{ 'rejected.input.ruleset' if has_subscriptions() else 'cast(null as string)' }} as subscription,
        cast(null as string) as instance_uid,
        cast(null as string) as message_uid
    from wrong as rejected
    left anti join known
        on
            rejected.reason in ('unknown_message', 'no_attempt')
            and rejected.input.message_id = known.message_id
            and rejected.input.outcome = known.outcome
            and rejected.input.attempt <=> known.attempt
            and rejected.input.at = known.at
            and coalesce(rejected.input.ruleset = known.ruleset, true)

),

{% if has_subscriptions() -%}
of_messagebox as (

    select
        reason,
        detail,
        input.message_id,
        input.outcome,
        input.action_id,
        input.action,
        input.ruleset,
        input.sequence_id,
        input.from_number,
        input.to_number,
        input.by,
        input.why,
        input.at,
        raw_record,
        timestamp_micros(at_us) as rejected_at,
        batch_id,
        input.subscription,
        input.instance_uid,
        input.message_uid
    from {{ ref('resequencer__messagebox') }}
    where disposition = 'rejected'

),

{% endif -%}
rejected_anywhere as (

    select * from of_rulesets
    {%- if has_subscriptions() %}
    union all
    select * from of_messagebox
    {%- endif %}

),

final as (

    select
        case
            when action_id is not null or action is not null then 'action'
            when coalesce(message_id, message_uid) is not null or outcome is not null then 'delivery'
        end as kind,
        *
    from rejected_anywhere

)

select * from final
