{{ config(enabled=settings().python_models and settings().advice) }}

with advice as (

    select * from {{ ref('py_resequencer__advice') }}
    where slice_start_us is not null

),

final as (

    select
        ruleset,
        timestamp_micros(slice_start_us) as slice_start,
        target_late_rate,
        advised_ms,
        lower_ms,
        upper_ms,
        predicted_late_rate,
        lower_late_rate,
        upper_late_rate,
        basis,
        forget_factor,
        sample_size,
        message_count,
        late_count,
        late_rate,
        is_covered
    from advice

)

select * from final
