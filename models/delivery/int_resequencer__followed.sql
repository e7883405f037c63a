{{ config(materialized='ephemeral') }}

{#-
    What is followed besides the entries of a run (row followed): what is reported of messages, what operators ask, and what earlier
    runs left.
-#}
with addressed as (

    select * from {{ ref('int_resequencer__addressed') }}

),

carried as (

    select * from {{ ref('int_resequencer__carried') }}

),

resent as (

    select * from {{ ref('int_resequencer__resent') }}

),

known as (

    -- One row per message of an earlier run, with how it stands.
    select
        order_group,
        sequence_id as group_key,
        attempt.epoch,
        attempt.intake,
        attempt.place,
        attempt.number,
        attempt.message_id,
        attempt.ruleset,
        attempt.course
    from carried
    where disposition in ('flight', 'course')
    union all
    select
        order_group,
        group_key,
        epoch,
        intake,
        place,
        number,
        message_id,
        ruleset,
        course
    from resent

),

judged as (

    -- One row per delivery or action, with whether it could be taken, or is later than the clock.
    select
        *,
        is_later or reason is not null as is_aside
    from addressed

),

final as (

    select
        coalesce(sequence_key, xxhash64(intake, place)) as sequence_key,
        order_group,
        group_key,
        cast(struct(
            case when is_aside then 'aside' when kind = 'action' then 'asked' else 'reported' end,
            cast(null as bigint),
            case when kind = 'delivery' and not is_aside then message_intake end,
            case when kind = 'delivery' and not is_aside then message_place end,
            cast(null as bigint),
            cast(null as string),
            cast(null as string),
            cast(null as {{ row_type('course') }}),
            case
                when not is_aside then cast(struct(
                    moment,
                    coalesce(record.outcome, record.action),
                    case when kind = 'delivery' then {{ fingerprint_of('record') }} end,
                    {{ as_integer('record.from_number') }},
                    coalesce({{ as_integer('record.to_number') }}, {{ as_integer('record.from_number') }}),
                    at_us,
                    intake,
                    place,
                    record
                ) as {{ row_type('report') }})
            end,
            case
                when is_aside then {{ attempt_of({
                    'fact': "case when is_later then 'input' else 'rejected' end", 'reason': 'case when is_later then kind else reason end', 'at_us': 'at_us',
                    'detail': 'detail', 'message_id': 'record.message_id', 'ruleset': 'ruleset', 'input': 'record', 'input_intake': 'intake', 'input_place': 'place',
                }) }}
            end,
            case when is_aside then raw_record end
        ) as {{ row_type('followed') }}) as followed
    from judged
    union all
    select
        xxhash64(order_group, group_key) as sequence_key,
        order_group,
        group_key,
        cast(
            struct('carried', epoch, intake, place, number, message_id, ruleset, course, null, null, null) as {{ row_type('followed') }}
        ) as followed
    from known

)

select * from final
