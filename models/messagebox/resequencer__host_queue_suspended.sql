{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with suspended as (

    select
        *,
        row_number() over (
            partition by host
            order by priority asc, suspended_us asc, intake asc, arrived_us asc, place asc, subscription asc, instance_uid asc
        ) as queue_position
    from {{ ref('int_resequencer__open_references') }}
    where queue = 'QS'

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
        batch_id,
        reason,
        coalesce(
            error_description,
            case reason
                when 'subscription_stopped' then concat('the subscription ', subscription, ' is stopped: a start frees it')
                when 'instance_suspended' then 'its instance is suspended: a resume frees it'
                when 'delivery_failed' then 'its delivery failed: a resume of its instance tries again'
                when 'completed_with_discarded_messages' then 'its instance ended before it was processed'
            end
        ) as additional_info,
        is_resumable,
        status_code,
        timestamp_micros(suspended_us) as suspended_at
    from suspended

)

select * from final
