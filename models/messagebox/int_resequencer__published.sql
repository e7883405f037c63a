{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- What has been published, and when: one row is a message that has been routed. -#}
with routed as (

    select
        intake,
        place,
        timestamp_micros(min(at_us)) as published_at
    from {{ ref('resequencer__messagebox') }}
    where disposition in ('reference', 'unroutable')
    group by intake, place

)

select * from routed
