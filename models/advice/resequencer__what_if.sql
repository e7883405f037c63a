{{ config(enabled=settings().python_models and settings().advice) }}

{%- set stretch = ['true'] -%}
{%- for bound, side in {'what_if_from': '>=', 'what_if_to': '<='}.items() if settings()[bound] is not none -%}
    {%- do stretch.append('effective_arrived_at ' ~ side ~ ' ' ~ as_utc_timestamp(sql_text(settings()[bound]))) -%}
{%- endfor -%}

with tried as (

    -- One row is one policy and ruleset, whether any messages have come or not.
    select * from {{ ref('int_resequencer__policies') }}
    where is_tried

),

what_if as (

    select * from {{ ref('py_resequencer__what_if') }}

),

ledger as (

    -- The messages that were to be ordered.
    select * from {{ ref('resequencer__ledger') }}
    where
        (
            (disposition = 'released' and not coalesce(is_stand_in, false))
            or (disposition = 'bypass' and reason <> 'preferred_outlink')
            or (disposition = 'failure' and reason = 'last_conflict')
            or (disposition = 'pending' and rejection_outlet is null and batch_group = {{ newest_batch_number() }})
        )
        and {{ stretch | join(' and ') }}

),

actual as (

    -- One row is one ruleset: what has become of the messages of the stretch until now, whatever its settings were.
    select
        ruleset,
        count_if(disposition = 'released') as actual_released_count,
        count_if(disposition = 'bypass' and reason = 'late') as actual_late_count,
        count_if(disposition = 'bypass' and reason in ('duplicate', 'conflicting_duplicate')) as actual_duplicate_count,
        count_if(disposition = 'bypass' and reason not in ('late', 'duplicate', 'conflicting_duplicate')) as actual_bypassed_count,
        count_if(disposition = 'failure') as actual_failed_count,
        count_if(disposition = 'pending') as actual_pending_count,
        sum(
            case when disposition = 'released' then (unix_micros(settled_at) - unix_micros(arrived_at)) div 1000 end
        ) as actual_total_wait_ms
    from ledger
    group by ruleset

),

final as (

    select
        tried.policy,
        tried.ruleset,
        {% for count in ['released_count', 'late_count', 'duplicate_count', 'pending_count', 'total_wait_ms', 'max_buffered', 'message_count', 'bypassed_count', 'failed_count'] -%}
        coalesce(what_if.{{ count }}, 0) as {{ count }},
        {% endfor -%}
        what_if.mean_wait_ms,
        what_if.p95_wait_ms,
        what_if.p99_wait_ms,
        what_if.mean_buffered,
        what_if.mean_completed_ms,
        what_if.p95_completed_ms,
        coalesce(actual.actual_released_count, 0) as actual_released_count,
        coalesce(actual.actual_late_count, 0) as actual_late_count,
        coalesce(actual.actual_total_wait_ms, 0) as actual_total_wait_ms,
        coalesce(actual.actual_duplicate_count, 0) as actual_duplicate_count,
        coalesce(actual.actual_bypassed_count, 0) as actual_bypassed_count,
        coalesce(actual.actual_failed_count, 0) as actual_failed_count,
        coalesce(actual.actual_pending_count, 0) as actual_pending_count
    from tried
    left join what_if on tried.policy = what_if.policy and tried.ruleset = what_if.ruleset
    left join actual on tried.ruleset = actual.ruleset

)

select * from final
