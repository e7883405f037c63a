{{ config(enabled=settings().python_models and settings().advice) }}

with trade_off as (

    select * from {{ ref('py_resequencer__trade_off') }}

),

final as (

    select
        ruleset,
        sequence_class,
        bake_time_ms,
        try_divide(late_count, released_count + late_count) as late_rate,
        message_count,
        released_count,
        late_count,
        duplicate_count,
        bypassed_count,
        failed_count,
        total_wait_ms,
        mean_wait_ms,
        p95_wait_ms,
        p99_wait_ms,
        mean_buffered,
        max_buffered,
        mean_completed_ms,
        p95_completed_ms
    from trade_off

)

select * from final
