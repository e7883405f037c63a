with heads as (

    select * from {{ ref('int_resequencer__heads') }}

),

final as (

    select
        ruleset,
        sequence_id,
        timestamp_micros(closed_us) as closed_at,
        {{ closed_by() }} as closed_by,
        {{ as_published('last_number') }} as last_number,
        epoch
    from heads
    where is_closed

)

select * from final
