with heads as (

    select * from {{ ref('int_resequencer__heads') }}

),

ranges as (

    -- One row per sequence, and the numbers it is judged by: from its first to its last, or as far as it has come.
    select
        *,
        coalesce(first_number, lowest_held) as lowest,
        greatest(coalesce(last_number, highest_received), threshold) as highest
    from heads

),

measured as (

    select
        *,
        cast(highest as decimal(20, 0)) - lowest as width
    from ranges

),

counted as (

    -- `div` would give a bigint, which the width of all 64 bits is not. Of keys with holes (previous) nobody knows how many are missing.
    select
        *,
        case
            when is_sequence and linked_by is distinct from 'previous'
                then greatest(cast((width - width % step) / step as decimal(20, 0)) + 1, 0)
        end as number_count,
        case when is_sequence then settled_numbers + coalesce(pending_numbers, pending_count) end as distinct_count
    from measured

),

final as (

    select
        ruleset,
        sequence_id,
        {{ as_published('lowest') }} as first_number,
        {{ as_published('last_number') }} as last_number,
        received_count + unconfirmed_count as received_count,
        released_count,
        duplicate_count,
        late_count,
        received_count - released_count - duplicate_count - late_count - pending_count as refused_count,
        pending_count + unconfirmed_count as pending_count,
        case when number_count is not null then cast(greatest(number_count - distinct_count, 0) as decimal(20, 0)) end as missing_count,
        case when number_count > 0 then cast(least(distinct_count / number_count, 1.0) as double) end as completeness,
        -- Keys with holes are all there when the last has had its turn, and none was given up.
        coalesce(
            last_number is not null
            and case
                when linked_by = 'previous' then threshold >= last_number and skipped_count = 0
                else number_count <= distinct_count
            end,
            false
        ) as is_complete,
        epoch
    from counted

)

select * from final
