{{ config(enabled=settings().python_models and settings().advice) }}

with advice as (

    select * from {{ ref('py_resequencer__advice') }}
    where slice_start_us is null

),

final as (

    select
        ruleset,
        target_late_rate,
        advised_ms,
        lower_ms,
        upper_ms,
        predicted_late_rate,
        predicted_mean_wait_ms,
        predicted_max_buffer,
        basis,
        sample_size,
        drift,
        lower_late_rate,
        upper_late_rate,
        slice_ms
    from advice

)

select * from final
