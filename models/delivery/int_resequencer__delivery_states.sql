{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__counting_on') }}
with courses as (

    select * from {{ ref('int_resequencer__courses') }}

),

batch as (

    select clock_us, previous, previous_clock_us from {{ ref('int_resequencer__batch') }}

),

{% if has_mode('delivers') %}
counted as (

    -- One row per epoch of a sequence in this run.
    select
        sequence_key,
        order_group,
        group_key,
        epoch,
        count(case when turn_at.us <= batch.clock_us and not is_sent and ended is null then 1 end) as waiting,
        max(is_acknowledged) as is_acknowledged,
        first(stops, true) as stops,
        first(awaited, true) as awaited,
        first(ended, true) as ended,
        first(passed, true) as passed,
        first(case when completed_at.us <= batch.clock_us and ended is null then completed_at end, true) as completed_at,
        first(last_activity_us, true) as last_activity_us,
        first(case when ended is null then expires_us end, true) as expires_us
    from courses
    cross join batch
    where entry is not null
    group by sequence_key, order_group, group_key, epoch

),

final as (

    -- With what the next run is to know of its deliveries.
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
        ) as {{ row_type('delivery_state') }}) as delivery_state
    from counted

)
{% else %}
final as (

    -- Nothing is followed.
    select
        sequence_key,
        order_group,
        group_key,
        epoch,
        cast(null as {{ row_type('delivery_state') }}) as delivery_state
    from {{ ref('int_resequencer__counting_on') }}
    where false

)
{% endif %}

select * from final
