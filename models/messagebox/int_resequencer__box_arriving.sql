{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Messages that this run may route, with their place in the order of events: one row is a message that has come since, or has waited for the clock. -#}
with landed as (

    select * from {{ ref('int_resequencer__box_landed') }}

),

final as (

    select
        intake,
        place,
        message_id,
        arrived_us,
        promoted,
        {{ place_of_event('arrived_us', 3, 'intake', 'place') }} as at
    from landed

)

select * from final
