{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with queued as (

    select
        *,
        row_number() over (
            partition by host
            order by priority asc, enqueued_us asc, intake asc, arrived_us asc, place asc, subscription asc, instance_uid asc
        ) as queue_position
    from {{ ref('int_resequencer__open_references') }}
    where queue = 'Q'

),

final as (

    select
        {{ queue_id() }} as queue_id,
        message_uid,
        {{ messagebox_uid('subscription', 'subscription') }} as subscription_uid,
        {{ messagebox_uid('class', 'class') }} as class_uid,
        {{ messagebox_uid('service', 'service') }} as service_uid,
        instance_uid,
        {{ messagebox_uid('host', 'host') }} as host_uid,
        host,
        subscription,
        priority,
        timestamp_micros(enqueued_us) as enqueued_at,
        queue_position,
        intake,
        place,
        batch_id
    from queued

)

select * from final
