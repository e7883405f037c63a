{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Which components wait for which values, or may by the end of this batch: one row is a component, an instance subscription and values. -#}
with carried as (

    select * from {{ ref('int_resequencer__box_carried') }}

),

acted as (

    select * from {{ ref('int_resequencer__acted') }}

),

final as (

    select distinct
        carried.component,
        spell.subscription,
        spell.correlation
    from carried
        lateral view inline(carried.spells) spell as instance, subscription, correlation, from_place, until_place
    union
    select
        component,
        record.subscription,
        correlation
    from acted
    where action = 'subscribe' and problem is null

)

select * from final
