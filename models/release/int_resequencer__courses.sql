{{ config(materialized='ephemeral') }}

{#- What becomes of messages that are sent (macro course). All readers share one copy, by a fence as in int_resequencer__verdicts. -#}
-- computed once
with ends as (

    select * from {{ ref('int_resequencer__ends') }}

),

started as (

    -- One row per row of int_resequencer__told. start: the course of its message up to now, or a new one; null: it has not been sent.
    -- asked: the actions on its sequence, but of resumes only those that are about it.
    select
        *,
        case
            when kind = 'carried' then course
            when is_sent and is_reported then {{ course_of_new('release_position', 'sent') }}
        end as start,
        coalesce(course.ended, ended.moment) as ended_at,
        case
            when size(actions) = 0 then actions
            else filter(
                actions,
                report -> report.what in ('skip', 'resend')
                or (
                    report.what = 'resume'
                    and exists(holds, hold -> hold.release_position = ends.release_position and array_contains(hold.acted, report.moment))
                )
            )
        end as asked
    from ends

),

followed as (

    -- One row per row of int_resequencer__told, with the course after all that counts up to the clock.
    select
        * except (course, asked),
        case when start is not null then {{ course('start', 'reports', 'asked', 'number', 'ended_at', 'by_the_clock') }} end as course,
        {{ heard_by_the_clock() }} as said
    from started

),

finished as (

    -- The same rows. is_finished: nothing that is reported of it later counts.
    select
        *,
        kind = 'message' and entry.stands as passes_or_waits,
        start is not null and not course.is_open and (course.is_settled or coalesce(ended_at <= by_the_clock, false)) as is_finished
    from followed

),

judged as (

    -- is_followed: the next run is to know how it stands. in_vain: reports that nothing is left for; a repeat of one that waits is none.
    -- on_failure: fail stops the run here.
    select
        *,
        coalesce(case
            when start is not null
                then not is_finished or (expire_us is not null and not coalesce(said.is_over and not said.is_again, false))
            when kind = 'message' then passes_or_waits and ended is null and size(reports) > 0
        end, false) as is_followed,
        case
            when on_failure = 'fail' and exists(course.ended_attempts, one -> one.outcome = 'failed' and one.at = course.settled_at)
                then raise_error(concat(
                    'The delivery of message ', coalesce(entry.message.message_id, followed.message_id),
                    ' of ruleset ', coalesce(entry.message.ruleset, followed.ruleset), ' has failed: ',
                    coalesce(
                        array_max(transform(course.ended_attempts, one -> struct(one.attempt, one.report.input.detail as detail))).detail,
                        'no detail'
                    ),
                    '. The run stops because on_failure is fail. To go on, set it to suspend, dead_letter, park or terminate.'
                ))
            when start is not null
                then concat(course.rejected, case when is_finished then course.waiting else slice(course.waiting, 1, 0) end)
            when kind = 'reported' or (kind = 'message' and not passes_or_waits) then reports
            when kind = 'message' and ended is not null
                then filter(
                    reports,
                    (report, i) -> report.moment > ended.moment
                    or array_position(transform(reports, other -> other.fingerprint), report.fingerprint) = i + 1
                )
            else slice(reports, 1, 0)
        end as in_vain
    from finished

),

stopped as (

    -- stops: the failed messages that stop its sequence, the lowest first; awaited: the first whose outcome is awaited.
    select
        *,
        array_sort(collect_list(
            case
                when course.is_failed and ended_at is null
                    then struct(release_position, number, case when course.is_dead then 'parked' else 'suspended' end as reason)
            end
        ) over (partition by sequence_key)) as stops,
        min(case when start is not null and ended_at is null and not course.is_settled then struct(release_position, number) end)
            over (partition by sequence_key) as awaited
    from judged

),

final as (

    select /*+ repartition({{ partitions_of_batch() }}, sequence_key) */ * from stopped
    where uuid() is not null

)

select * from final
