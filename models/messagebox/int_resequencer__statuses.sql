{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- What subscriptions are like in this batch: one row is a subscription and a stretch of the batch in which nothing of it changes. -#}
with lives as (

    select
        subscription,
        case when before is null then life.begun else concat(array(before), life.begun) end as statuses
    from {{ ref('int_resequencer__subscription_lives') }}

),

final as (

    select
        lives.subscription,
        stretch.one.version,
        stretch.one.status,
        stretch.one.from_place,
        stretch.until_place
    from lives
        lateral view inline(
            transform(lives.statuses, (one, at) -> struct(one, get(lives.statuses, at + 1).from_place as until_place))
        ) stretch as one, until_place

)

select * from final
