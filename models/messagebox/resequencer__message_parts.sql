{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with parts as (

    select * from {{ ref('int_resequencer__parts') }}

),

final as (

    select
        message_uid,
        part_uid,
        part_name,
        cast(is_body as int) as is_body,
        ordinal
    from parts

)

select * from final
