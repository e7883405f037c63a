{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- References that are not done, as they stand: one row is a message and a subscription (and an instance of an instance subscription). -#}
with box as (

    select * from {{ ref('resequencer__messagebox') }}

),

stood as (

    -- Of acknowledged subscriptions, and what is suspended.
    select reference.*
    from box
    where disposition = 'open' and batch_group = {{ newest_box_batch() }}

),

passed as (

    -- Of others nobody says that they have been processed.
    select
        intake,
        place,
        message_id,
        coalesce(arrived_us, at_us) as arrived_us,
        subscription,
        version,
        {{ box_struct('founder', {
            'intake': 'coalesce(founder_intake, intake)', 'place': 'coalesce(founder_place, place)', 'message_id': 'coalesce(founder_message_id, message_id)',
            'subscription': 'coalesce(founder_subscription, subscription)', 'given': 'given_instance',
        }) }} as founder,
        status_code,
        at_us,
        coalesce(enqueued_us, at_us) as enqueued_us,
        batch_id
    from box
    where
        not is_acknowledged
        and (
            (disposition = 'reference' and status_code = 1 and kind <> 'ordered')
            or (disposition = 'change' and kind = 'reference' and enqueued_us is not null)
        )
        {% if settings().retain_us is not none -%}
        and coalesce(enqueued_us, at_us) >= (select current.batch.last_clock_us from box as current where current.disposition = 'current') - {{ settings().retain_us }}
        {%- endif %}

),

entered as (

    -- The batch in which a reference entered the queue, or was suspended.
    select
        intake,
        place,
        subscription,
        max(batch_id) as batch_id
    from box
    where disposition = 'reference'
    group by intake, place, subscription

),

together as (

    select
        stood.intake,
        stood.place,
        stood.message_id,
        stood.arrived_us,
        stood.subscription,
        stood.version,
        stood.founder,
        stood.status_code,
        stood.at_us,
        stood.queue,
        stood.reason,
        stood.is_resumable,
        stood.enqueued_us,
        stood.suspended_us,
        stood.error_code,
        stood.error_description,
        true as is_acknowledged,
        entered.batch_id
    from stood
    left join entered on stood.intake = entered.intake and stood.place = entered.place and stood.subscription = entered.subscription
    union all
    select
        intake,
        place,
        message_id,
        arrived_us,
        subscription,
        version,
        founder,
        status_code,
        at_us,
        'Q' as queue,
        cast(null as string) as reason,
        true as is_resumable,
        enqueued_us,
        cast(null as bigint) as suspended_us,
        cast(null as string) as error_code,
        cast(null as string) as error_description,
        false as is_acknowledged,
        batch_id
    from passed
    union all
    -- What the ledger puts in order.
    select
        intake,
        place,
        message_id,
        arrived_us,
        subscription,
        version,
        {{ box_struct('founder', {'given': 'instance_uid'}) }} as founder,
        status_code,
        at_us,
        'Q' as queue,
        cast(null as string) as reason,
        true as is_resumable,
        enqueued_us,
        cast(null as bigint) as suspended_us,
        cast(null as string) as error_code,
        cast(null as string) as error_description,
        true as is_acknowledged,
        batch_id
    from {{ ref('int_resequencer__ordered_references') }}

),

messages as (

    select
        together.*,
        {{ founder_message_uid('together') }} as message_uid
    from together
    {{ founders_join('together') }}

),

named as (

    select
        messages.*,
        case
            when messages.founder.given is not null then messages.founder.given
            when messages.founder.subscription is not null then {{ instance_uid('messages.founder') }}
        end as instance_uid
    from messages
    {{ founders_join('messages.founder') }}

),

final as (

    select
        named.*,
        versions.service,
        versions.class,
        versions.host,
        versions.priority
    from named
    inner join {{ ref('resequencer__subscription_versions') }} as versions
        on named.subscription = versions.subscription and named.version = versions.version

)

select * from final
