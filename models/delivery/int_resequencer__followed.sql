{{ config(materialized='ephemeral') }}

{#- What is followed besides the entries of a run (followed_type): messages that something is reported of or that earlier runs left, and actions. -#}
with addressed as (

    select * from {{ ref('int_resequencer__addressed') }}

),

carried as (

    select * from {{ ref('int_resequencer__carried') }}

),

resent as (

    select * from {{ ref('int_resequencer__resent') }}

),

things as (

    -- One row per delivery, action or message of an earlier run. Those of one message come together, and those that ask of one sequence.
    select
        coalesce(sequence_key, xxhash64(intake, place)) as sequence_key,
        order_group,
        group_key,
        case when is_later or reason is not null then 'aside' when kind = 'action' then 'asked' else 'reported' end as kind,
        case when is_later or reason is not null then intake else message_intake end as intake,
        case when is_later or reason is not null then place else message_place end as place,
        {{ report_of_input() }} as report,
        case
            when is_later or reason is not null then {{ attempt_of(none, {
                'fact': "case when is_later then 'input' else 'rejected' end", 'reason': 'case when is_later then kind else reason end', 'at_us': 'at_us',
                'detail': 'detail', 'message_id': 'record.message_id', 'ruleset': 'ruleset', 'input': 'record', 'input_intake': 'intake', 'input_place': 'place',
            }) }}
        end as aside,
        raw_record,
        cast(null as struct<epoch: bigint, number: bigint, message_id: string, ruleset: string, course: {{ course_type() }}>) as known
    from addressed
    union all
    select
        xxhash64(order_group, sequence_id), order_group, sequence_id, 'reported', attempt.intake, attempt.place, null, null, null,
        struct(attempt.epoch, attempt.number, attempt.message_id, attempt.ruleset, attempt.course)
    from carried
    where disposition in ('flight', 'course')
    union all
    select
        xxhash64(order_group, group_key), order_group, group_key, 'reported', intake, place, null, null, null,
        struct(epoch, number, message_id, ruleset, course)
    from resent

),

gathered as (

    select
        sequence_key,
        order_group,
        group_key,
        kind,
        intake,
        place,
        array_sort(collect_list(case when kind <> 'aside' then report end)) as reports,
        first(aside, true) as aside,
        first(raw_record, true) as raw_record,
        first(known, true) as known
    from things
    group by sequence_key, order_group, group_key, kind, intake, place

),

final as (

    -- A message that has not been sent yet is an entry of this run again; what was reported of it before still waits.
    select
        sequence_key,
        order_group,
        group_key,
        cast(struct(
            case when known.course.sent is not null then 'carried' else kind end,
            known.epoch, intake, place, known.number, known.message_id, known.ruleset, known.course, reports, aside, raw_record
        ) as {{ followed_type() }}) as followed
    from gathered

)

select * from final
