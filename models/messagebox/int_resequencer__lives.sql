{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    What becomes of convoys, of instances that wait for values, and of all others that something is said of, event by event (macro life_after).
    One row is a component.
-#}
-- computed once
with events as (

    select * from {{ ref('int_resequencer__box_events') }}

),

unrouted as (

    select distinct component from events
    where is_unrouted

),

carried as (

    select * from {{ ref('int_resequencer__box_carried') }}

),

sure as (

    -- Not those that only begin if nobody else gets a message.
    select events.*
    from events
    left anti join unrouted on events.component = unrouted.component

),

final as (

    {{ lived('sure', 'carried') }}

)

select * from final
