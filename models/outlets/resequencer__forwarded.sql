with forwarded as (

    select * from {{ ref('int_resequencer__forwarded') }}
    where forwarded_by is not null

),

final as (

    select
        message_id,
        entity,
        forwarded_by,
        original_sequence_id,
        sequence_id,
        arrived_at,
        intake,
        place
    from forwarded

)

select * from final
