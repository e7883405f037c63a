{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    One row is a message and a subscription that matches it. `component`: what it has a common life with; of mode `listen` several, which
    the instances say.
-#}
with matched as (

    select * from {{ ref('int_resequencer__matched') }}

),

exploded as (

    select
        matched.intake,
        matched.place,
        matched.message_id,
        matched.arrived_us,
        matched.at,
        size(matched.matches) as match_count,
        match.*
    from matched
        lateral view inline(matched.matches) match as subscription, version, matched_group, is_stopped, is_unrouted, is_once, is_acknowledged, mode, is_missing, correlation

),

final as (

    select
        *,
        concat('m', intake, '/', place, '/', subscription) as instance,
        case mode
            when 'plain' then concat('m', intake, '/', place, '/', subscription)
            when 'ordered' then concat('o', intake, '/', place, '/', subscription)
            when 'line' then concat('l', subscription, '/', correlation)
        end as component
    from exploded

)

select * from final
