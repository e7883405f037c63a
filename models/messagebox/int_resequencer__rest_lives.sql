{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    As int_resequencer__lives, of what begins with messages that nobody else got (`match: unrouted`) and that something more is said of.
-#}
-- computed once
with events as (

    select * from {{ ref('int_resequencer__box_events') }}

),

unrouted as (

    select distinct component from events
    where is_unrouted

),

left_over as (

    -- A message that somebody got begins nothing here.
    select
        events.component,
        events.event
    from events
    left semi join unrouted on events.component = unrouted.component
    left join {{ ref('int_resequencer__got') }} as got
        on events.is_unrouted and events.event.intake = got.intake and events.event.place = got.place
    where not coalesce(got.is_got, false)

),

carried as (

    select * from {{ ref('int_resequencer__box_carried') }}

),

final as (

    {{ lived('left_over', 'carried') }}

)

select * from final
