{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with published as (

    select * from {{ ref('int_resequencer__published') }}

),

publications as (

    select * from {{ ref('int_resequencer__publications') }}

),

final as (

    select
        publications.message_uid,
        publications.user_name,
        publications.publishing_server,
        publications.originator_sid,
        publications.originator_pid,
        publications.message_type,
        publications.num_parts,
        {{ part_uid('publications.message_uid', 'publications.body_ordinal') }} as body_part_uid,
        publications.body_part_name,
        publications.num_parts as counter,
        publications.context,
        publications.promoted_names as promoted,
        publications.message_id,
        publications.publisher,
        publications.arrived_at,
        published.published_at,
        publications.intake,
        publications.place,
        try_element_at(publications.context, 'parent_message_id') as parent_message_id
    from publications
    inner join published on publications.intake = published.intake and publications.place = published.place

)

select * from final
