{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- What stands in queues, with uids and its place: one row is a reference that is not done. `queue`: Q, or QS where it is suspended. -#}
with references_in_order as (

    select
        *,
        cast(row_number() over (
            partition by host, queue
            order by
                priority asc, case queue when 'Q' then enqueued_us else suspended_us end asc, intake asc, arrived_us asc, place asc, subscription asc,
                instance_uid asc
        ) as bigint) as queue_position
    from {{ ref('int_resequencer__open_references') }}

),

final as (

    -- queue_id is the same in every run while it stands there, and sorts as the queue is ordered: a place may be less than 0, and a blank
    -- comes before all that a name may have.
    select
        *,
        concat(
            concat_ws(
                '-', lpad(cast(priority as string), 2, '0'), lpad(cast(case queue when 'Q' then enqueued_us else suspended_us end as string), 20, '0'),
                lpad(cast(intake as string), 20, '0'), lpad(cast(arrived_us as string), 20, '0'),
                lpad(cast(cast(place as decimal(20, 0)) + 9223372036854775808 as string), 20, '0'), subscription
            ),
            coalesce(concat(' ', instance_uid), '')
        ) as queue_id,
        {{ messagebox_uid('subscription', 'subscription') }} as subscription_uid,
        {{ messagebox_uid('class', 'class') }} as class_uid,
        {{ messagebox_uid('service', 'service') }} as service_uid,
        {{ messagebox_uid('host', 'host') }} as host_uid,
        timestamp_micros(enqueued_us) as enqueued_at
    from references_in_order

)

select * from final
