{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    References of ordered subscriptions that have entered the queue and are not done (rule R18): one row is a message and a subscription. Until
    it is released, and where outcomes are reported, until it is delivered or given up. All of it is what the ledger says.
-#}
{%- if has_ordered() %}
{%- set acknowledged = order_groups().items() | selectattr('1.is_acknowledged') | map('first') | list %}
with ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

entered as (

    select * from {{ ref('int_resequencer__entered') }}

),

routed as (

    select * from {{ ref('resequencer__messagebox') }}
    where disposition = 'reference' and kind = 'ordered'

),

standing as (

    select
        order_group,
        sequence_id,
        epoch,
        intake,
        place
    from ledger
    where disposition = 'pending' and batch_group = {{ newest_batch_number() }}
    {% if acknowledged -%}
    union distinct
    -- Sent, and neither settled nor given up.
    select
        order_group,
        sequence_id,
        attempt.epoch,
        attempt.intake,
        attempt.place
    from ledger
    where
        disposition in ('flight', 'course') and batch_group = {{ newest_batch_number() }} and order_group in {{ sql_texts(acknowledged) }}
        and attempt.course.is_settled is distinct from true and attempt.course.ended is null
    {%- endif %}

),

final as (

    select
        entered.intake,
        entered.place,
        routed.message_id,
        coalesce(routed.arrived_us, routed.at_us) as arrived_us,
        entered.subscription,
        routed.version,
        {{ ordered_instance_uid('standing') }} as instance_uid,
        routed.status_code,
        routed.at_us,
        entered.enqueued_us,
        entered.routed_by as batch_id
    from standing
    inner join entered
        on standing.intake = entered.intake and standing.place = entered.place and standing.order_group = entered.subscription
    inner join routed
        on entered.intake = routed.intake and entered.place = routed.place and entered.subscription = routed.subscription

)
{%- else %}
with final as (

    -- No subscription is ordered.
    select
        intake,
        place,
        message_id,
        arrived_us,
        subscription,
        version,
        cast(null as string) as instance_uid,
        status_code,
        at_us,
        enqueued_us,
        batch_id
    from {{ ref('resequencer__messagebox') }}
    where false

)
{%- endif %}

select * from final
