{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with refs as (

    select * from {{ ref('int_resequencer__routed_references') }}

),

versions as (

    select * from {{ ref('resequencer__subscription_versions') }}

),

final as (

    select
        {{ messagebox_uid('subscription', 'refs.subscription') }} as subscription_uid,
        versions.host,
        refs.message_uid,
        {{ messagebox_uid('service', 'versions.service') }} as service_uid,
        case when refs.kind = 'joined' then refs.its_instance_uid end as instance_uid,
        refs.subscription,
        versions.service,
        versions.kind,
        refs.matched_group,
        refs.version as subscription_version,
        refs.status_code,
        timestamp_micros(refs.at_us) as routed_at,
        {{ messagebox_uid('batch', 'cast(refs.batch_id as string)') }} as batch_uid,
        refs.batch_id,
        refs.intake,
        refs.place
    from refs
    inner join versions on refs.subscription = versions.subscription and refs.version = versions.version

)

select * from final
