{{ config(enabled=settings().python_models and settings().advice) }}

with reordering as (

    select * from {{ ref('py_resequencer__reordering') }}

),

final as (

    select
        order_group as ruleset,
        sequence_id,
        epoch,
        message_count,
        reordered_count,
        reordered_count / message_count as reordered_ratio,
        max_extent,
        mean_extent,
        max_late_time_ms,
        mean_late_time_ms,
        max_n_reordering,
        gap_count,
        mean_gap,
        mean_gap_time_ms,
        mean_free_run,
        free_run_variation,
        order_group
    from reordering

)

select * from final
