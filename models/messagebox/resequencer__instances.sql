{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with alive as (

    select * from {{ ref('int_resequencer__alive') }}

),

final as (

    select
        {{ messagebox_uid('host', 'host') }} as host_uid,
        instance_uid,
        {{ messagebox_uid('service', 'service') }} as service_uid,
        {{ messagebox_uid('class', 'class') }} as class_uid,
        case when state in (2, 64) then {{ messagebox_uid('process', 'process_id') }} end as process_uid,
        state,
        {{ state_name('state') }} as state_name,
        subscription,
        timestamp_micros(created_us) as created_at,
        timestamp_micros(changed_us) as changed_at,
        reference_count
    from alive

)

select * from final
