{{ config(materialized='ephemeral') }}

{#-
    When messages are sent, as if nothing ended their sequences. Three kinds of messages hold up a sequence for longer than their own
    reports say: messages of earlier runs that are still followed; failed messages that leave without acknowledgement (stops); failed
    messages that are tried again later, or that operators decide about. A fold follows these, and no others, in the order of release:
    when each is sent depends on those before it (docs/decisions/0010-facts-win.md). A resume is for the first message it can be about.
-#}
with settling as (

    select * from {{ ref('int_resequencer__settling') }}

),

batch as (

    select
        clock_us,
        previous,
        previous_clock_us
    from {{ ref('int_resequencer__batch') }}

),

gathered as (

    -- One row per row of int_resequencer__settling. holding: the messages of its sequence that may hold up others: when each is sent at
    -- the earliest, or how it has stood.
    select
        settling.*,
        collect_list(
            case
                when
                    settling.is_holding
                    or (
                        settling.kind = 'carried'
                        and (
                            settling.is_acknowledged or settling.course.is_failed
                            or size(settling.reports) > 0 or size(settling.course.waiting) > 0 or size(settling.actions) > 0
                        )
                    )
                    then struct(
                        settling.release_position, settling.epoch, settling.intake, settling.place, settling.number,
                        coalesce(settling.course.sent, settling.floor) as floor, settling.ends_before, settling.course, settling.reports
                    )
            end
        ) over (partition by settling.sequence_key) as holding,
        {{ moment_after('batch.clock_us') }} as by_the_clock
    from settling
    cross join batch

),

followed as (

    -- The same rows. holds_of_sequence, on one row of each sequence: from when until when each of them keeps those behind it from being
    -- sent.
    select
        * except (holding),
        case when is_first_row and size(holding) > 0 then aggregate(
            array_sort(holding),
            cast(array() as array<{{ row_type('hold') }}>),
            (holds, message) -> concat(holds, transform(
                transform(
                    array(coalesce(
                        message.course,
                        {{ course_of_new(
                            'message.release_position',
                            sent_between('holds', 'message.floor', 'message.release_position', 'message.ends_before')
                        ) }}
                    )),
                    start -> struct(start.ended, {{ course(
                        'start', 'message.reports',
                        "filter(actions, report -> report.what <> 'resume' or not exists(holds, hold -> array_contains(hold.acted, report.moment)))",
                        'message.number', 'start.ended', 'by_the_clock'
                    ) }} as course)
                ),
                after -> cast(struct(
                    message.release_position, message.epoch, message.intake, message.place, message.ends_before,
                    case
                        when is_acknowledged then after.course.sent
                        -- What an earlier run left waiting was stopped all along.
                        when message.course.is_failed then {{ moment_of_timer('-9223372036854775808') }}
                        else after.course.failed_at
                    end,
                    least({{ after_reports('coalesce(after.course.settled_at, ' ~ never() ~ ')') }}, after.ended),
                    least(coalesce(after.course.settled_at, {{ never() }}), after.ended),
                    after.course.final_at,
                    after.course.acted
                ) as {{ row_type('hold') }})
            ))
        ) end as holds_of_sequence
    from gathered

),

held_up as (

    -- The same rows. holds: what was found for its sequence, on every row of it.
    select
        * except (holds_of_sequence, is_first_row),
        coalesce(first(holds_of_sequence, true) over (partition by sequence_key), cast(array() as array<{{ row_type('hold') }}>)) as holds
    from followed

),

final as (

    -- The same rows, with when the message is sent: a moment; one later than all others: not by this clock.
    select
        *,
        case
            when ready_at is null then null
            when size(holds) > 0 then {{ sent_between('holds', 'floor', 'release_position', 'ends_before') }}
            else floor
        end as sent
    from held_up

)

select * from final
