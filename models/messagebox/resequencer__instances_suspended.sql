{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with suspended as (

    select * from {{ ref('int_resequencer__alive') }}
    where state in (4, 32)

),

final as (

    select
        {{ messagebox_uid('host', 'host') }} as host_uid,
        instance_uid,
        {{ messagebox_uid('service', 'service') }} as service_uid,
        {{ messagebox_uid('class', 'class') }} as class_uid,
        cast(null as string) as process_uid,
        state,
        error_code,
        error_description,
        reason,
        state = 4 as is_resumable,
        timestamp_micros(changed_us) as suspended_at
    from suspended

)

select * from final
