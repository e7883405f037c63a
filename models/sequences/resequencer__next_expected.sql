with heads as (

    select * from {{ ref('int_resequencer__heads') }}

),

final as (

    select
        ruleset,
        sequence_id,
        next_expected,
        threshold as highest_released,
        highest_received,
        pending_count,
        last_number,
        case when is_closed then 'closed' else 'open' end as status,
        timestamp_micros(updated_us) as updated_at
    from heads

)

select * from final
