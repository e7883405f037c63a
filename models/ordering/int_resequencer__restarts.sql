{{ config(materialized='ephemeral') }}

{#-
    Which epoch each message is of, where that depends on the messages before it: senders that begin again (restart), numbers that are
    compared with the highest of their epoch (max_gap), counters that wrap and begin again, repeats after an end (reopen_after). One after
    the other, by a fold; after it each epoch is ordered like a sequence of its own. For each event, first the candidate, if it waits no
    longer (resolve), and then the event itself (turn) is the subject of these phases:
      bake, follow, complete   what had baked by then is ready, and what follows that; the epoch has ended, by its last number or by silence
      number, measure          where a counter has got to; what the message is in its epoch, and whether it opens another
      open                     it does, or it becomes a candidate
      number, measure, accept  it is held in the epoch it belongs to; what an operator drops is not any more
      follow, complete         as above
    held: the messages that are not ready (with hold: all), at first those that the newest epoch carried over.
-#}
{%- set fields, event_fields, nothing = row_fields().comparison, row_fields().event, 'cast(null as ' ~ row_type('event') ~ ')' %}
{%- set phases = ['bake', 'follow', 'complete', 'number', 'measure', 'open', 'number', 'measure', 'accept', 'follow', 'complete'] %}
{%- set compared_with = 'coalesce(state.reference, state.begins_at)' %}
{%- set is_named = 'waiting.position between state.subject.position and state.subject.to_position' -%}
{%- set is_dropped = is_named ~ ' and coalesce(waiting.position > state.threshold, true)' %}
{#- Each step of a fold copies all of its state: what is only added to it is gathered part by part. -#}
{%- set in_parts = 'transform(sequence(0, size(events) div 128), place -> slice(events, 128 * place + 1, 128))' %}
{%- set as_total = 'try_add(state.begins_at, state.subject.total - 1)' %}
-- depends_on: {{ ref('int_resequencer__comparing') }}
{% if has_mode('follows') %}
-- computed once
with comparing as (

    select * from {{ ref('int_resequencer__comparing') }}

),

final as (

    -- One row per such sequence: its newest epoch, the moments at which others open, and what is to be said of single messages.
    select
        sequence_key,
        group_key,
        newest_epoch,
        aggregate(
            {{ in_parts }},
            before,
            (before_part, part) -> aggregate(
                part,
                {{ row_with('before_part', fields, placed='cast(array() as ' ~ fields.placed ~ ')') }},
                (before_event, event) -> aggregate(
                    array{{ sql_texts(['resolve'] + phases + ['turn'] + phases + ['end']) }},
                    before_event,
                    (state, phase) -> case
                        when phase = 'resolve' and state.candidate is not null
                            and (coalesce(state.stops_us <= event.came_at.us, false) or event.action not in ('fill', 'clock'))
                            then {{ state_with(fields, candidate=nothing, subject=candidate_as_subject(event_fields)) }}
                        when phase = 'turn' then {{ state_with(fields, subject=row_with('event', event_fields, judged_as="case when state.subject.judged_as = 'confirmed' and try_element_at(state.openings, -1).opened_by in ('restart', 'behind') then 'confirmed' end")) }}
                        when phase = 'end' then {{ state_with(fields, subject=nothing,
                            last_us="case when event.action in ('fill', 'clock') then state.last_us else greatest(state.last_us, event.came_at.us) end",
                            arrived_us="case when event.action = 'message' or (event.action = 'reset' and state.has_begun) then greatest(state.arrived_us, event.came_at.us) else state.arrived_us end",
                            stops_us="case when state.candidate is not null then least(
                                state.candidate.came_at.us + rules.within_us, " ~ completes_us() ~ ",
                                case when state.ended_us is null and state.has_begun then greatest(state.last_us, event.came_at.us) + rules.expire_us end
                            ) end"
                        ) }}
                        when state.subject is null then state
                        when phase = 'bake' then {{ state_with(fields, threshold="greatest(state.threshold, array_max(transform(
                            filter(state.held, waiting -> " ~ moment_of_timer('waiting.bakes_us') ~ " < state.subject.stands_at), waiting -> waiting.position
                        )))") }}
                        when phase = 'follow' then {{ state_with(fields, threshold="aggregate(
                            array_sort(transform(state.held, waiting -> waiting.position)), state.threshold,
                            (threshold, position) -> case when position = coalesce(try_add(threshold, 1), case when threshold is null then state.begins_at end) then position else threshold end
                        )") }}
                        when phase = 'complete' then {{ state_with(fields, ended_us='coalesce(state.ended_us, least(
                            case when state.threshold >= state.last_position then least(' ~ completes_us() ~ ', state.subject.stands_at.us) end,
                            case when state.has_begun and ' ~ moment_of_timer('state.last_us + rules.expire_us') ~ ' < state.subject.stands_at then state.last_us + rules.expire_us end
                        ))') }}
                        when phase = 'number' then {{ state_with(fields, subject=row_with('state.subject', event_fields,
                            number="case when state.subject.action = 'message' then " ~ extended_number('state.subject.position', compared_with) ~ ' else state.subject.position end')) }}
                        when phase = 'measure' then {{ state_with(fields, subject=row_with('state.subject', event_fields,
                            announced='coalesce(case when state.subject.is_last then state.subject.number end, ' ~ as_total ~ ')',
                            is_refused='coalesce(state.subject.number < state.begins_at, false) or coalesce(state.subject.is_last and ' ~ as_total ~ ' <> state.subject.number, false)
                                or coalesce(case when state.subject.is_last then state.subject.number else ' ~ as_total ~ ' end <> state.last_position, false)
                                or coalesce(state.subject.number > state.last_position, false)
                                or ' ~ is_beyond('state.subject.number', compared_with, 'rules.max_gap'),
                            is_too_far=is_beyond('state.subject.number', compared_with, 'rules.max_gap'),
                            opens=opened_by()
                        )) }}
                        when phase = 'open' and state.subject.action in ('terminate', 'close') then {{ state_with(fields,
                            ended_us='coalesce(state.ended_us, case when state.has_begun then state.subject.stands_at.us end)') }}
                        when phase = 'open' and state.subject.opens = 'candidate' then {{ state_with(fields, candidate='state.subject', subject=nothing) }}
                        when phase = 'open' and state.subject.opens is not null then {{ begun_epoch(fields, event_fields) }}
                        when phase = 'accept' and state.subject.action = 'drop' then {{ state_with(fields,
                            held='filter(state.held, waiting -> not (' ~ is_dropped ~ ' and waiting.body_hash is not null))',
                            came='filter(state.came, number -> not exists(state.held, waiting -> waiting.position = number and ' ~ is_dropped ~ '))'
                        ) }}
                        when phase = 'accept' and state.subject.action in ('message', 'fill') then {{ accepted(fields) }}
                        else state
                    end
                ),
                after -> {{ row_with('after', fields, placed='concat(before_part.placed, after.placed)') }}
            ),
            after -> struct(
                after.openings,
                case
                    when after.candidate is null then after.placed
                    else array_append(after.placed, struct(
                        after.candidate.came_at as came_at, after.candidate.came_at as moved_to, after.candidate.position as number,
                        'awaiting_confirmation' as rejected_as, false as is_unconfirmed
                    ))
                end as placed
            )
        ) as found
    from comparing

)
{% else %}
{{ no_sequences() }}
{% endif %}

select * from final
