{{ config(enabled=settings().python_models and settings().advice) }}

with advice as (

    select * from {{ ref('py_resequencer__advice') }}
    where slice_start_us is null

),

rulesets as (

    -- One row is one ruleset that orders messages, whether any have come or not.
    select * from {{ ref('int_resequencer__policies') }}
    where policy = 'as_set'

),

lateness as (

    -- One row is one ruleset that has ordered messages.
    select * from {{ ref('py_resequencer__lateness') }}
    where sequence_class is null

),

final as (

    select
        rulesets.ruleset,
        case when rulesets.late_cost is null then rulesets.target_late_rate end as target_late_rate,
        advice.advised_ms,
        advice.lower_ms,
        advice.upper_ms,
        advice.predicted_late_rate,
        advice.predicted_mean_wait_ms,
        advice.predicted_max_buffer,
        coalesce(advice.basis, 'too_little_data') as basis,
        coalesce(advice.sample_size, 0) as sample_size,
        coalesce(advice.drift, false) as drift,
        advice.lower_late_rate,
        advice.upper_late_rate,
        advice.slice_ms,
        rulesets.order_group,
        coalesce(lateness.landed_late_count, 0) as landed_late_count
    from rulesets
    left join advice on rulesets.ruleset = advice.ruleset
    left join lateness on rulesets.ruleset = lateness.ruleset

)

select * from final
