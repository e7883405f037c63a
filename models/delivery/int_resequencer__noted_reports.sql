{{ config(materialized='ephemeral') }}

{#- Of sequences that expire and begin again by themselves (expire_after with reopen): all that is reported of each of their messages. -#}
-- depends_on: {{ ref('int_resequencer__addressed') }}, {{ ref('int_resequencer__carried') }}, {{ ref('int_resequencer__resent') }}
{% if has_mode('delivers') and has_mode('expire_us') and has_mode('reopens') %}
with addressed as (

    select * from {{ ref('int_resequencer__addressed') }}
    where sequence_key is not null and reason is null and not is_later

),

known as (

    -- One row per message of an earlier run that is followed, or sent again.
    select
        xxhash64(order_group, sequence_id) as sequence_key,
        order_group,
        attempt.intake,
        attempt.place,
        attempt.number,
        attempt.course
    from {{ ref('int_resequencer__carried') }}
    where disposition in ('flight', 'course')
    union all
    select
        xxhash64(order_group, group_key) as sequence_key,
        order_group,
        intake,
        place,
        number,
        course
    from {{ ref('int_resequencer__resent') }}

),

outcomes as (

    -- One row per message that outcomes have come for, each of which counts once.
    select
        addressed.sequence_key,
        addressed.message_group as order_group,
        addressed.message_intake as intake,
        addressed.message_place as place,
        max(addressed.message_number) as number,
        collect_list(struct(addressed.moment, addressed.record.outcome as what, {{ fingerprint_of('addressed.record') }} as fingerprint)) as reports
    from addressed
    where addressed.kind = 'delivery' and addressed.message_intake is not null
    group by addressed.sequence_key, addressed.message_group, addressed.message_intake, addressed.message_place

),

asked as (

    -- One row per sequence: which of its numbers operators gave up, or had sent again.
    select
        sequence_key,
        collect_list(struct(
            moment, record.action as what, {{ as_integer('record.from_number') }} as low,
            coalesce({{ as_integer('record.to_number') }}, {{ as_integer('record.from_number') }}) as high
        )) as reports
    from addressed
    where kind = 'action' and record.action in ('skip', 'resend')
    group by sequence_key

),

final as (

    -- One row per message, with all that counts for it, in order.
    select
        coalesce(known.sequence_key, outcomes.sequence_key) as sequence_key,
        coalesce(known.order_group, outcomes.order_group) as order_group,
        concat_ws(' ', coalesce(known.intake, outcomes.intake), coalesce(known.place, outcomes.place)) as subject,
        coalesce(known.number, outcomes.number) as number,
        known.course.heard,
        array_sort(concat(
            transform(
                filter(
                    array_sort(coalesce(outcomes.reports, array())),
                    (report, i) -> not coalesce(array_contains(known.course.counted, report.fingerprint), false)
                    and not coalesce(exists(known.course.waiting, other -> other.fingerprint = report.fingerprint), false)
                    and array_position(transform(array_sort(outcomes.reports), other -> other.fingerprint), report.fingerprint) = i + 1
                ),
                report -> struct(report.moment, report.what)
            ),
            transform(
                filter(coalesce(asked.reports, array()), report -> coalesce(known.number, outcomes.number) between report.low and report.high),
                report -> struct(report.moment, report.what)
            )
        )) as reports
    from known
    full outer join outcomes
        on known.sequence_key = outcomes.sequence_key and known.intake = outcomes.intake and known.place = outcomes.place
    left join asked on coalesce(known.sequence_key, outcomes.sequence_key) = asked.sequence_key
    -- What has ended hears of nothing that would hold up what has begun since.
    where known.course.ended is null

)
{% else %}
with final as (

    -- Nothing is reported, or no sequence begins again after a silence.
    select
        sequence_key,
        message_group as order_group,
        cast(null as string) as subject,
        message_number as number,
        cast(null as {{ row_type('heard') }}) as heard,
        cast(null as array<struct<moment: {{ row_type('moment') }}, what: string>>) as reports
    from {{ ref('int_resequencer__addressed') }}
    where false

)
{% endif %}

select * from final
