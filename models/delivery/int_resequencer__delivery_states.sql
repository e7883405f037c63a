{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__verdicts') }}, {{ ref('int_resequencer__courses') }}, {{ ref('int_resequencer__batch') }}
{% if has_mode('delivers') %}
with courses as (

    select * from {{ ref('int_resequencer__courses') }}

),

batch as (

    select clock_us, previous, previous_clock_us from {{ ref('int_resequencer__batch') }}

),

counted as (

    -- One row per epoch of a sequence in this run.
    select
        courses.sequence_key,
        courses.order_group,
        courses.group_key,
        courses.epoch,
        count(case when courses.ready_at.us <= batch.clock_us and not courses.is_sent and courses.ended is null then 1 end) as waiting,
        max(courses.is_acknowledged) as is_acknowledged,
        first(courses.stops, true) as stops,
        first(courses.awaited, true) as awaited,
        first(courses.ended, true) as ended,
        first(courses.passed, true) as passed,
        first(
            case when courses.completed_at.us <= batch.clock_us and courses.ended is null then courses.completed_at end, true
        ) as completed_at,
        first(courses.last_activity_us, true) as last_activity_us,
        first(case when courses.ended is null then courses.expires_us end, true) as expires_us,
        max(greatest(
            courses.course.sent.us,
            courses.course.settled_at.us,
            array_max(transform(courses.course.ended_attempts, one -> one.at.us)),
            array_max(transform(courses.course.acted, one -> one.us))
        )) as changed_us
    from courses
    cross join batch
    where courses.entry is not null or courses.kind = 'carried'
    group by courses.sequence_key, courses.order_group, courses.group_key, courses.epoch

),

final as (

    -- With what the next run is to know of its deliveries. changed_us: when something last became of one of them.
    select
        sequence_key,
        order_group,
        group_key,
        epoch,
        cast(struct(
            waiting,
            case when is_acknowledged then awaited.number end,
            is_acknowledged and awaited is not null,
            stops,
            ended,
            passed,
            completed_at,
            last_activity_us,
            expires_us
        ) as {{ row_type('delivery_state') }}) as delivery_state,
        changed_us
    from counted

)
{% else %}
with final as (

    -- Nothing is followed. Of what is computed anyway: what reads an earlier step would have all below it planned again.
    select
        sequence_key,
        order_group,
        group_key,
        epoch,
        cast(null as {{ row_type('delivery_state') }}) as delivery_state,
        cast(null as bigint) as changed_us
    from {{ ref('int_resequencer__verdicts') }}
    where false

)
{% endif %}

select * from final
