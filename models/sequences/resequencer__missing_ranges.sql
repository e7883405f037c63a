with ranges as (

    {{ range_rows() }}

),

measured as (

    select
        *,
        cast(range_end as decimal(20, 0)) - range_start as width
    from ranges

),

final as (

    -- `div` would give a bigint, which the width of all 64 bits is not. Of keys with holes (previous) nobody knows how many are missing.
    select
        order_group as ruleset,
        sequence_id,
        case when is_descending then ~range_end else range_start end as range_start,
        case when is_descending then ~range_start else range_end end as range_end,
        case when linked_by is distinct from 'previous' then cast((width - width % step) / step + 1 as decimal(20, 0)) end as missing_count,
        timestamp_micros(detected_us) as detected_at,
        timestamp_micros(blocking_us) as blocking_since,
        status,
        epoch
    from measured
    where status in ('open', 'skipped', 'filled', 'stood_in')

)

select * from final
