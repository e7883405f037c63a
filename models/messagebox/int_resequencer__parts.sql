{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

with published as (

    select * from {{ ref('int_resequencer__published') }}

),

publications as (

    select * from {{ ref('int_resequencer__publications') }}

),

messages as (

    select
        publications.message_uid,
        publications.intake,
        publications.place,
        publications.parts
    from publications
    inner join published on publications.intake = published.intake and publications.place = published.place

),

parts as (

    -- One row per part of a message, counted from 1. Outer, though none is without parts: else Spark asks, where records are read,
    -- whether there are any.
    select
        messages.message_uid,
        messages.intake,
        messages.place,
        exploded.part,
        exploded.position + 1 as ordinal
    from messages
        lateral view outer posexplode(messages.parts) exploded as position, part

),

final as (

    select
        message_uid,
        {{ part_uid('message_uid', 'ordinal') }} as part_uid,
        ordinal,
        part.name as part_name,
        part.is_body,
        part.content,
        part.content_type,
        intake,
        place
    from parts

)

select * from final
