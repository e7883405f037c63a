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
        A message that no epoch would take (below the start, above the last number it announces, or with two) opens none.
        held: what waits for its turn, at first what the newest epoch has carried over. Repeats in it do no harm: the first
        of a number bakes first.
    -#}
    {%- set ranked = _has_ranked_keys() -%}
    select
        lines.* except (epoch{{ ', line_last_value' if ranked }}, newest_epoch, openings),
        {{ _epoch_of_row() }} as epoch
        {%- if ranked %},
        -- What the head remembers is of its own epoch.
        case when coalesce({{ _epoch_of_row() }} = newest_epoch, true) then line_last_value end as line_last_value
        {%- endif %}
    from (
        select
            marked.*,
            openings.newest_epoch,
            openings.openings
        from {{ source }} as marked
        left join (
            select
                line_id as opening_line_id,
                group_key as opening_group_key,
                coalesce(max(epoch), 1) as newest_epoch,
                aggregate(
                    array_sort(collect_list(
                        case
                            when kind = 'message' and epoch is null then struct(
                                arrival_us, intake, place, number,
                                {{ announced_last() }} as announced_last,
                                {{ is_contradictory() }} or coalesce(number < start_number, false) as is_refused,
                                coalesce(number > {{ announced_last() }}, false) as is_beyond
                            )
                        end
                    )),
                    struct(
                        max(case when kind = 'head' then {{ 'head_threshold' if ranked else 'head.threshold' }} end) as threshold,
                        max(case when kind = 'head' then {{ 'head_last_number' if ranked else 'head.last_number' }} end) as last_number,
                        collect_list(case when kind = 'message' and epoch is not null then struct(number, arrival_us) end) as held,
                        cast(array() as array<struct<arrival_us: bigint, intake: bigint, place: bigint>>) as openings
                    ),
                    (before, event) -> aggregate(
                        array('bake', 'follow', 'open', 'accept', 'follow'), before,
                        (state, phase) -> case
                            when phase = 'bake' then struct(
                                greatest(state.threshold, array_max(transform(
                                    filter(state.held, waiting -> waiting.arrival_us + bake_us <= event.arrival_us), waiting -> waiting.number
                                ))) as threshold,
                                state.last_number, state.held, state.openings
                            )
                            when phase = 'follow' and is_sequence then struct(
                                aggregate(
                                    array_sort(transform(state.held, waiting -> waiting.number)), state.threshold,
                                    (threshold, number) -> case when number = {{ next_number('threshold') }} then number else threshold end
                                ) as threshold,
                                state.last_number, state.held, state.openings
                            )
                            when phase = 'open' and state.threshold >= state.last_number and not (event.is_refused or event.is_beyond) then struct(
                                cast(null as bigint) as threshold, cast(null as bigint) as last_number, slice(state.held, 1, 0) as held,
                                array_append(state.openings, struct(event.arrival_us, event.intake, event.place)) as openings
                            )
                            when phase = 'accept' and not event.is_refused then struct(
                                state.threshold,
                                coalesce(state.last_number, event.announced_last) as last_number,
                                filter(
                                    case
                                        when coalesce(event.announced_last <> state.last_number, false) then state.held
                                        else array_append(state.held, struct(event.number, event.arrival_us))
                                    end,
                                    waiting -> coalesce(waiting.number > state.threshold, true)
                                        and coalesce(waiting.number <= coalesce(state.last_number, event.announced_last), true)
                                ) as held,
                                state.openings
                            )
                            else state
                        end
                    ),
                    after -> after.openings
                ) as openings
            from {{ source }}
            where reopens and is_ordered
            group by line_id, group_key, is_sequence, bake_us, start_number, step
            having max(kind = 'message' and epoch is null)
        ) as openings
            on marked.reopens and marked.is_ordered and marked.line_id = openings.opening_line_id and marked.group_key = openings.opening_group_key
    ) as lines
{%- endmacro %}
