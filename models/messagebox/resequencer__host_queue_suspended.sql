{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with suspended as (

    select * from {{ ref('int_resequencer__queues') }}
    where queue = 'QS'

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
        batch_id,
        reason,
        coalesce(
            error_description,
            case
                when reason = 'subscription_stopped' then concat('the subscription ', subscription, ' is stopped: a start frees it')
                when reason = 'instance_suspended' and not is_resumable then 'its instance cannot be resumed: a terminate ends it'
                when reason = 'instance_suspended' then 'its instance is suspended: a resume frees it'
                when reason = 'delivery_failed' then 'its delivery failed: a resume of its instance tries again'
                when reason = 'completed_with_discarded_messages' then 'its instance ended before it was processed'
            end
        ) as additional_info,
        is_resumable,
        status_code,
        timestamp_micros(suspended_us) as suspended_at
    from suspended

)

select * from final
