{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with versions as (

    -- With the status before: a version of the settings that leaves it as it is begins no interval.
    select
        subscription,
        status.status,
        status.from_place,
        status.changed_by,
        lag(status.status) over (partition by subscription order by status.from_place asc) as status_before
    from {{ ref('resequencer__messagebox') }}
    where disposition = 'status'

),

statuses as (

    select
        *,
        lead(from_place) over (partition by subscription order by from_place asc) as until_place
    from versions
    where status_before is distinct from status

),

final as (

    select
        subscription,
        {{ messagebox_uid('subscription', 'subscription') }} as subscription_uid,
        status,
        case status when 'started' then 1 when 'stopped' then 2 end as status_code,
        case when from_place.us <> -9223372036854775808 then timestamp_micros(from_place.us) end as from_at,
        timestamp_micros(until_place.us) as until_at,
        changed_by
    from statuses

)

select * from final
