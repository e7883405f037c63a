{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with parts as (

    select * from {{ ref('int_resequencer__parts') }}

),

final as (

    select
        part_uid,
        cast(coalesce(octet_length(content), 0) as bigint) as part_size,
        content as part,
        content_type,
        intake,
        place
    from parts

)

select * from final
