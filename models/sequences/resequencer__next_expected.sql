with heads as (

    select * from {{ ref('int_resequencer__heads') }}

),

final as (

    select
        ruleset,
        sequence_id,
        {{ as_published('next_expected') }} as next_expected,
        {{ as_published('left_threshold') }} as highest_released,
        {{ as_published('highest_received') }} as highest_received,
        pending_count + unconfirmed_count as pending_count,
        {{ as_published('last_number') }} as last_number,
        case
            when is_closed then 'closed'
            when size(gate.stops) > 0 then 'suspended'
            when pending_count > 0 and suspends_us <= clock_us then 'suspended'
            else 'open'
        end as status,
        timestamp_micros(greatest(updated_us, unconfirmed_us)) as updated_at,
        epoch
    from heads
    where is_newest_epoch

)

select * from final
