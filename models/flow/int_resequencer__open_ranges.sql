with ranges as (

    {{ range_rows(closed='false') }}

),

final as (

    select
        order_group as ruleset,
        sequence_id,
        epoch,
        start_number,
        step,
        range_start,
        range_end
    from ranges
    where status = 'open'

)

select * from final
