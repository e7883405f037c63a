{% macro epoch_rows(source) -%}
    {#-
        Sequences that begin anew (reopen): what comes after the last number's turn belongs to the next epoch. When an epoch
        opens depends on the one before, so the new messages of such a line are read one after the other, in the order of
        events; only the openings come of it, and all else is decided by epoch as of any other line. For each message:
          bake     what has baked when it comes has its turn
          follow   and what follows that without a gap
          open     where that was the last, the message opens an epoch
          accept   a last number becomes known; what is above it is not held
          follow
        An epoch also ends as an operator ends it, or as nothing has come for too long; where sequences do not reopen, only a
        reset opens another. Of that epoch's first number (begins_at) a head of its own tells, in the line where the reset stands.
        A message that no epoch would take (below the start, above the last number it announces, or with two) opens none.
        held: what waits for its turn, at first what the newest epoch has carried over. Repeats in it do no harm: the first
        of a number bakes first.
    -#}
    {%- set ranked = _has_ranked_keys() -%}
    {%- set fills = _fills() -%}
    {#- What only will not come bakes nothing. -#}
    {%- set bakes_from = 'case when is_fill then 9000000000000000000 else arrival_us end' if fills else 'arrival_us' -%}
    {%- set turns = settings().actions is not none and _any_group('delivers') -%}
    {%- set expires = _any_group('expire_us') -%}
    {%- set lines = source if not turns else '(select ' ~ source ~ '.*, turns from ' ~ source ~ ' left join (' ~ turns_by_line() ~ ') as turned on ' ~ source ~ '.is_ordered and ' ~ source ~ '.line_id = turned.turning_line_id and ' ~ source ~ '.group_key = turned.turning_group_key)' -%}
    select
        * except (start_number{{ ', is_known' if turns }}),
        max(head.begins_at) over (partition by line_id, group_key, epoch) as line_begins_at,
        coalesce(max(head.begins_at) over (partition by line_id, group_key, epoch), start_number) as start_number
    from (
        select
            lines.* except (epoch{{ ', line_last_value' if ranked }}{{ ', turns' if turns }}{{ ', newest_epoch, openings' if not _any_group('delivers') }}),
            {% if turns -%}
            max(not ({{ 'is_fill or ' if fills }}(kind = 'head' and arrival_us is not null))) over (partition by line_id, group_key) as is_known,
            {% endif -%}
            {{ _epoch_of_row() }} as epoch
            {%- if ranked %},
            -- What the head remembers is of its own epoch.
            case when coalesce({{ _epoch_of_row() }} = newest_epoch, true) then line_last_value end as line_last_value
            {%- endif %}
        from (
            select
                marked.*,
                coalesce(openings.newest_epoch, max(marked.epoch) over (partition by marked.line_id, marked.group_key), 1) as newest_epoch,
                coalesce(openings.openings, cast(array() as array<struct<arrival_us: bigint, intake: bigint, place: bigint>>)) as openings
            from {{ lines }} as marked
            left join (
                select
                    line_id as opening_line_id,
                    group_key as opening_group_key,
                    coalesce(max(epoch), 1) as newest_epoch,
                    aggregate(
                        array_sort({{ 'concat(coalesce(max(turns), array()), ' if turns }}collect_list(
                            case
                                when kind = 'message' and epoch is null then struct(
                                    arrival_us, intake, place, 'message' as action, number, {{ bakes_from }} as bakes_from_us,
                                    {{ announced_last() }} as announced_last,
                                    {{ is_contradictory() }} as is_refused,
                                    coalesce(number > {{ announced_last() }}, false){{ ' or is_fill' if fills }} as is_beyond
                                )
                            end
                        ){{ ')' if turns }}),
                        struct(
                            max(case when kind = 'head' then {{ 'head_threshold' if ranked else 'head.threshold' }} end) as threshold,
                            max(case when kind = 'head' then {{ 'head_last_number' if ranked else 'head.last_number' }} end) as last_number,
                            collect_list(case when kind = 'message' and epoch is not null then struct(number, {{ bakes_from }} as arrival_us) end) as held,
                            cast(array() as array<struct<arrival_us: bigint, intake: bigint, place: bigint>>) as openings,
                            coalesce(max(case when arrival_us is null then head.begins_at end), start_number) as begins_at,
                            coalesce(max(kind = 'head' and head.closed_us is not null), false) as has_ended,
                            coalesce(max(epoch is not null), false) as has_begun,
                            {{ 'max(case when arrival_us is null then coalesce(head.gate.last_arrival_us, head.updated_us) end)' if expires else 'cast(null as bigint)' }} as last_us
                        ),
                        (before, event) -> aggregate(
                            array({{ "'silence', " if expires }}'bake', 'follow', 'open', 'accept', 'follow'), before,
                            (state, phase) -> case
                                {% if expires -%}
                                when phase = 'silence' then {{ epoch_state({
                                    'has_ended': 'state.has_ended or coalesce(event.arrival_us >= state.last_us + expire_us, false)',
                                    'last_us': "case when event.action in ('message', 'reset') and event.bakes_from_us <= event.arrival_us then greatest(state.last_us, event.arrival_us) else state.last_us end",
                                }) }}
                                {% endif -%}
                                {% if turns -%}
                                when phase in ('open', 'accept') and event.action in ('terminate', 'close') then {{ epoch_state({'has_ended': 'state.has_begun'}) }}
                                when phase = 'open' and event.action = 'reset' and state.has_begun then {{ epoch_opened('event.number') }}
                                when phase in ('open', 'accept') and event.action = 'reset' then state
                                {% endif -%}
                                when phase = 'bake' then {{ epoch_state({'threshold': "greatest(state.threshold, array_max(transform(
                                    filter(state.held, waiting -> waiting.arrival_us + bake_us <= event.arrival_us), waiting -> waiting.number
                                )))"}) }}
                                when phase = 'follow' and is_sequence then {{ epoch_state({'threshold': "aggregate(
                                    array_sort(transform(state.held, waiting -> waiting.number)), state.threshold,
                                    (threshold, number) -> case when number = " ~ next_number('threshold', 'state.begins_at') ~ " then number else threshold end
                                )"}) }}
                                when phase = 'open' and reopens and (state.threshold >= state.last_number or state.has_ended) and not (event.is_refused or event.is_beyond or coalesce(event.number < start_number, false))
                                    then {{ epoch_opened('start_number') }}
                                when phase = 'accept' and not (event.is_refused or coalesce(event.number < state.begins_at, false)) then {{ epoch_state({
                                    'has_begun': 'state.has_begun or event.bakes_from_us <= event.arrival_us',
                                    'last_number': 'coalesce(state.last_number, event.announced_last)',
                                    'held': "filter(
                                        case
                                            when coalesce(event.announced_last <> state.last_number, false) then state.held
                                            else array_append(state.held, struct(event.number, event.bakes_from_us as arrival_us))
                                        end,
                                        waiting -> coalesce(waiting.number > state.threshold, true)
                                            and coalesce(waiting.number <= coalesce(state.last_number, event.announced_last), true)
                                    )",
                                }) }}
                                when phase = 'accept' then {{ epoch_state({'has_begun': 'true'}) }}
                                else state
                            end
                        ),
                        after -> after.openings
                    ) as openings
                from {{ lines }}
                where (reopens{{ ' or turns is not null' if turns }}) and is_ordered
                group by line_id, group_key, is_sequence, bake_us, start_number, step, reopens{{ ', expire_us' if expires }}
                having max(kind = 'message' and epoch is null){{ ' or max(turns) is not null' if turns }}
            ) as openings
                on marked.is_ordered and marked.line_id = openings.opening_line_id and marked.group_key = openings.opening_group_key
        ) as lines
    ) as numbered
    {%- if turns %}
    -- Actions alone make no sequence; and what was reset before anything had come has not begun anew.
    where is_known and (kind <> 'head' or arrival_us is null or array_contains(openings, struct(arrival_us, intake, place)))
    {%- endif %}
{%- endmacro %}
