{{ config(materialized='ephemeral') }}

{#-
    How epochs end (DESIGN 3.5): the earliest counts. Actions and silences have moments of their own; a last failure with
    on_failure: terminate counts from when its message was sent. What leaves before an end does not depend on it.
-#}
with sent as (

    select * from {{ ref('int_resequencer__sent') }}

),

timed as (

    -- With what an earlier run knew of its epoch (before), since when that stands, and when its last message is sent and settled.
    select
        sent.*,
        first(case when sent.kind = 'state' then sent.entry.aside.state.gate end, true) over whole_epoch as before,
        min(
            case
                when sent.kind = 'state' and sent.entry.came_at is null then {{ moment_of_timer('-9223372036854775808') }}
                when sent.kind in ('message', 'state'){{ ' and sent.entry.is_ordered' if has_mode('restarts') }} then sent.entry.came_at
            end
        ) over whole_epoch as opened_at,
        max(sent.entry.last) over whole_epoch as last,
        max(sent.entry.ends_at) over whole_epoch as ends_at,
        max(sent.entry.left_up_to) over whole_epoch as left_up_to,
        max(greatest(
            case when sent.passes_at is not null or (sent.entry.holds_whole and sent.entry.is_ready) then sent.entry.position end,
            sent.entry.threshold
        )) over whole_epoch as ready_up_to,
        max(coalesce(sent.sent, sent.passes_at)) over whole_epoch as sent_up_to,
        max(
            case
                when sent.ready_at is null or sent.is_holding then null
                when sent.settled_at = {{ never() }} then sent.settled_at
                else greatest(sent.sent, sent.settled_at)
            end
        ) over whole_epoch as settled_up_to,
        min(
            case
                when sent.ready_at is not null and not sent.is_holding and sent.on_failure = 'terminate' and sent.given_up_at is not null
                    then struct(greatest(sent.sent, sent.given_up_at) as moment, sent.release_position)
            end
        ) over whole_epoch as failure
    from sent
    window whole_epoch as (partition by sent.sequence_key, sent.epoch)

),

completing as (

    -- completed_at: when its last number is settled. next_opened_at: when a newer epoch opens.
    select
        * except (last, ready_up_to, sent_up_to, settled_up_to),
        case
            when before.completed_at is not null then before.completed_at
            when last.position <= ready_up_to then nullif(
                greatest(
                    last.known_at, sent_up_to,
                    case
                        when is_acknowledged then greatest(
                            settled_up_to,
                            array_max(transform(filter(holds, hold -> hold.epoch = timed.epoch), hold -> hold.settled_at))
                        )
                    end
                ),
                {{ never() }}
            )
        end as completed_at,
        {% if _has_epochs() -%}
        min(opened_at) over (partition by sequence_key order by epoch desc range between unbounded preceding and 1 preceding) as next_opened_at
        {%- else -%}
        cast(null as {{ row_type('moment') }}) as next_opened_at
        {%- endif %}
    from timed

),

ending as (

    -- With the first of what may end it before that; sessions by time end by themselves. release_position: of a failure, the place of
    -- its message, since those behind it are not sent.
    select
        * except (silences, failure, next_opened_at),
        coalesce(
            before.ended,
            case
                when
                    delivers and before.completed_at is null
                    and (size(endings) > 0 or size(holds) > 0 or size(silences) > 0 or failure is not null or ends_at <= by_the_clock)
                    then {{ first_end('completing.epoch') }}
            end
        ) as ended
    from completing

),

judged as (

    -- One row per row of int_resequencer__told, with whether its message is sent by the clock, and not after its epoch has ended.
    select
        *,
        coalesce(
            ended is null or sent < ended.moment or (sent = ended.moment and release_position <= ended.release_position), false
        ) and sent.us <= by_the_clock.us as is_sent
    from ending

),

final as (

    -- passed: the highest position that had left when it ended.
    select
        * except (settled_at, given_up_at, is_holding, floor, ends_at, left_up_to),
        case
            when before.ended is not null then before.passed
            when ended.moment = ends_at then left_up_to
            when ended is not null then coalesce(
                min(case when ready_at <= ended.moment and not is_sent then entry.position end) over whole_epoch - 1,
                max(greatest(case when passes_at <= ended.moment then entry.position end, entry.threshold)) over whole_epoch
            )
        end as passed
    from judged
    window whole_epoch as (partition by sequence_key, epoch)

)

select * from final
