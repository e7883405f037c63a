{{ config(enabled=settings().python_models and settings().advice) }}

with lateness as (

    select * from {{ ref('py_resequencer__lateness') }}

),

final as (

    select
        ruleset,
        sequence_class,
        sample_size,
        out_of_order_share,
        late_share,
        p50_ms,
        p90_ms,
        p95_ms,
        p99_ms,
        max_ms,
        landed_late_count
    from lateness

)

select * from final
