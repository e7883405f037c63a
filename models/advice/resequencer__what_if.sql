{{ config(enabled=settings().python_models and settings().advice) }}

with tried as (

    -- One row is one policy and ruleset, whether any messages have come or not.
    select * from {{ ref('int_resequencer__policies') }}
    where is_tried

),

what_if as (

    select * from {{ ref('py_resequencer__what_if') }}

),

actual as (

    select * from {{ ref('int_resequencer__what_happened') }}

),

final as (

    select
        tried.policy,
        tried.ruleset,
        coalesce(what_if.released_count, 0) as released_count,
        coalesce(what_if.late_count, 0) as late_count,
        coalesce(what_if.duplicate_count, 0) as duplicate_count,
        coalesce(what_if.pending_count, 0) as pending_count,
        coalesce(what_if.total_wait_ms, 0) as total_wait_ms,
        coalesce(what_if.max_buffered, 0) as max_buffered,
        coalesce(what_if.message_count, 0) as message_count,
        coalesce(what_if.bypassed_count, 0) as bypassed_count,
        coalesce(what_if.failed_count, 0) as failed_count,
        what_if.mean_wait_ms,
        what_if.p95_wait_ms,
        what_if.p99_wait_ms,
        what_if.mean_buffered,
        what_if.mean_completed_ms,
        what_if.p95_completed_ms,
        coalesce(actual.released_count, 0) as actual_released_count,
        coalesce(actual.late_count, 0) as actual_late_count,
        coalesce(actual.total_wait_ms, 0) as actual_total_wait_ms,
        coalesce(actual.duplicate_count, 0) as actual_duplicate_count,
        coalesce(actual.bypassed_count, 0) as actual_bypassed_count,
        coalesce(actual.failed_count, 0) as actual_failed_count,
        coalesce(actual.pending_count, 0) as actual_pending_count,
        coalesce(actual.max_buffered, 0) as actual_max_buffered,
        coalesce(actual.landed_late_count, 0) as landed_late_count
    from tried
    left join what_if on tried.policy = what_if.policy and tried.ruleset = what_if.ruleset
    left join actual on tried.ruleset = actual.ruleset

)

select * from final
