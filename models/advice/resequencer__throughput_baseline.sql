{{ config(enabled=settings().python_models and settings().advice and settings().throughput is not none) }}

with throughput_baseline as (

    select * from {{ ref('py_resequencer__throughput_baseline') }}

),

final as (

    select
        consumer_replicas,
        pressure_level,
        arrival_rate,
        processing_rate,
        exception_rate,
        utilisation,
        mean_wait_ms,
        p95_wait_ms,
        max_backlog,
        basis,
        advised_replicas,
        is_wait_met
    from throughput_baseline

)

select * from final
