{%- set count = '(width - width % step) / step + 1' -%}
{#- Keys with holes (previous): how many messages are missing nobody knows. -#}
{%- if has_mode('linked_by') -%}
{%- set count = "case when linked_by is distinct from 'previous' then " ~ count ~ ' end' -%}
{%- endif -%}
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

    -- `div` would give a bigint, which the width of all 64 bits is not.
    select
        order_group as ruleset,
        sequence_id,
        case when is_descending then ~range_end else range_start end as range_start,
        case when is_descending then ~range_start else range_end end as range_end,
        cast({{ count }} as decimal(20, 0)) as missing_count,
        timestamp_micros(detected_us) as detected_at,
        timestamp_micros(blocking_us) as blocking_since,
        status,
        epoch
    from measured
    where status in ('open', 'skipped', 'filled', 'stood_in')

)

select * from final
