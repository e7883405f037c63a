{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Actions of instances in this batch: one row is an action, with the component of the MessageBox that it concerns, or what is wrong with it. -#}
-- computed once
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

told as (

    select told.*
    from {{ ref('int_resequencer__box_inputs') }} as told
    inner join wave on {{ within_wave('told.at') }}
    where
        told.fault is null
        and told.action in ('subscribe', 'unsubscribe', 'ready', 'begin', 'dehydrate', 'break', 'suspend', 'resume', 'complete', 'terminate')

),

named as (

    select * from {{ ref('int_resequencer__named') }}

),

definitions as (

    select
        statuses.subscription,
        statuses.version,
        statuses.from_place,
        statuses.until_place,
        definitions.definition.kind,
        definitions.definition.correlate
    from {{ ref('int_resequencer__statuses') }} as statuses
    inner join {{ ref('int_resequencer__definitions') }} as definitions
        on statuses.subscription = definitions.subscription and statuses.version = definitions.version
    where statuses.status <> 'removed'

),

final as (

    -- Actions of instances: an instance that is not there may be one of a host's own.
    select
        told.*,
        definitions.version,
        coalesce(named.component, concat('h', told.record.instance_uid)) as component,
        coalesce(named.instance, concat('h', told.record.instance_uid)) as instance,
        coalesce(named.founder, {{ box_struct('founder', {'given': 'told.record.instance_uid'}) }}) as founder,
        case
            when told.record.`values` is not null and not exists(definitions.correlate, name -> told.record.`values`[name] is null)
                then {{ correlation_of('coalesce(definitions.correlate, map_keys(told.record.`values`))', 'told.record.`values`') }}
        end as correlation,
        case
            when told.action = 'subscribe' and definitions.subscription is null then 'unknown_subscription'
            when told.action = 'subscribe' and definitions.kind <> 'instance' then 'not_applicable'
            when told.record.`values` is not null and exists(definitions.correlate, name -> told.record.`values`[name] is null) then 'missing_field'
        end as problem
    from told
    left join named on told.record.instance_uid = named.instance_uid
    left join definitions
        on
            told.record.subscription = definitions.subscription
            and told.at >= definitions.from_place and (definitions.until_place is null or told.at < definitions.until_place)

)

select * from final
