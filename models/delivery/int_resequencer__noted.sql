{{ config(materialized='ephemeral') }}

{#-
    What is reported of sequences that expire and begin again by themselves (expire_after with reopen): each of these ends a silence, and
    while a failure is not settled there is none. As int_resequencer__silences has it, which comes too late to say what begins when.
-#}
-- depends_on: {{ ref('int_resequencer__noted_outcomes') }}, {{ ref('int_resequencer__addressed') }},
-- depends_on: {{ ref('int_resequencer__carried') }}, {{ ref('int_resequencer__order_groups') }}
{% if has_mode('delivers') and has_mode('expire_us') and has_mode('reopens') %}
with addressed as (

    select * from {{ ref('int_resequencer__addressed') }}
    where kind = 'action' and sequence_key is not null and reason is null and not is_later

),

carried as (

    select * from {{ ref('int_resequencer__carried') }}
    where disposition in ('flight', 'course') and attempt.course.heard.is_failing

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}
    where reopens and expire_us is not null

),

noted as (

    -- One row per report. position, to_position: what a skip is about; of an outcome its message.
    select
        sequence_key,
        moment,
        action,
        position,
        cast(null as bigint) as to_position,
        subject
    from {{ ref('int_resequencer__noted_outcomes') }}
    union all
    select
        addressed.sequence_key,
        addressed.moment,
        case when addressed.record.action = 'skip' then 'skipped' else 'asked' end as action,
        {{ position_of('case when order_groups.is_descending then ~' ~ as_integer('addressed.record.from_number') ~ ' else ' ~ as_integer('addressed.record.from_number') ~ ' end', 'order_groups.step') }} as position,
        {{ position_of('case when order_groups.is_descending then ~' ~ as_integer('coalesce(addressed.record.to_number, addressed.record.from_number)') ~ ' else ' ~ as_integer('coalesce(addressed.record.to_number, addressed.record.from_number)') ~ ' end', 'order_groups.step') }} as to_position,
        cast(null as string) as subject
    from addressed
    inner join order_groups on addressed.order_group = order_groups.order_group

),

of_sequences as (

    select
        sequence_key,
        array_sort(collect_list(struct(
            moment as came_at, action, position, cast(null as bigint) as bakes_us, cast(null as bigint) as announced_last,
            true as is_refused, true as is_beyond, to_position, subject
        ))) as events
    from noted
    group by sequence_key

),

failing as (

    -- One row per sequence with messages of earlier runs whose failure is not settled.
    select
        xxhash64(carried.order_group, carried.sequence_id) as sequence_key,
        collect_list(struct(
            concat_ws(' ', carried.attempt.intake, carried.attempt.place) as subject,
            {{ position_of('case when order_groups.is_descending then ~carried.attempt.number else carried.attempt.number end', 'order_groups.step') }} as position
        )) as messages
    from carried
    inner join order_groups on carried.order_group = order_groups.order_group
    group by carried.order_group, carried.sequence_id

),

final as (

    select
        coalesce(of_sequences.sequence_key, failing.sequence_key) as sequence_key,
        of_sequences.events,
        failing.messages as failing
    from of_sequences
    full outer join failing on of_sequences.sequence_key = failing.sequence_key

)
{% else %}
with final as (

    -- Nothing is reported, or no sequence begins again after a silence.
    select
        cast(null as bigint) as sequence_key,
        cast(null as array<struct<
            came_at: {{ row_type('moment') }}, action: string, position: bigint, bakes_us: bigint, announced_last: bigint,
            is_refused: boolean, is_beyond: boolean, to_position: bigint, subject: string
        >>) as events,
        cast(null as array<struct<subject: string, position: bigint>>) as failing
    where false

)
{% endif %}

select * from final
