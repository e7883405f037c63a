{{ config(materialized='ephemeral') }}

{#- What the fold of int_resequencer__openings is told of deliveries and actions: what ends a silence, and what holds it off. -#}
with noted as (

    -- One row per report. An action ends a silence whatever comes of it.
    select
        sequence_key,
        moment,
        action,
        subject
    from {{ ref('int_resequencer__noted_outcomes') }}
    union all
    select
        sequence_key,
        moment,
        'asked' as action,
        cast(null as string) as subject
    from {{ ref('int_resequencer__addressed') }}
    where kind = 'action' and sequence_key is not null and reason is null and not is_later

),

of_sequences as (

    select
        sequence_key,
        array_sort(collect_list(struct(
            moment as came_at, action, cast(null as bigint) as position, cast(null as bigint) as bakes_us,
            cast(null as bigint) as announced_last, true as is_refused, true as is_beyond, cast(null as bigint) as to_position, subject
        ))) as events
    from noted
    group by sequence_key

),

failing as (

    -- One row per sequence with messages of earlier runs whose failure is not settled, and that have not ended since.
    select
        xxhash64(order_group, sequence_id) as sequence_key,
        collect_list(concat_ws(' ', attempt.intake, attempt.place)) as subjects
    from {{ ref('int_resequencer__carried') }}
    where disposition in ('flight', 'course') and attempt.course.heard.is_failing and attempt.course.ended is null
    group by order_group, sequence_id

),

final as (

    select
        coalesce(of_sequences.sequence_key, failing.sequence_key) as sequence_key,
        of_sequences.events,
        failing.subjects as failing
    from of_sequences
    full outer join failing on of_sequences.sequence_key = failing.sequence_key

)

select * from final
