{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with queued as (

    select * from {{ ref('int_resequencer__queues') }}
    where queue = 'Q'

),

final as (

    select
        queue_id,
        message_uid,
        subscription_uid,
        class_uid,
        service_uid,
        instance_uid,
        host_uid,
        host,
        subscription,
        priority,
        enqueued_at,
        queue_position,
        intake,
        place,
        batch_id
    from queued

)

select * from final
