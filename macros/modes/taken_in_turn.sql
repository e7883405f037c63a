{% macro taken_in_turn(fields) -%}
    {#-
        In the fold of int_resequencer__linked: it is the turn of what is held up to follows_to, lowest first. What is missing below one of them
        is given up. One that lies wholly below by then (span_to) is a repeat of what has left.
    -#}
    {%- set seen_since = "array_min(transform(filter(taking.held, waiting -> struct(waiting.first, waiting.came_at) >= struct(message.first, message.came_at)), waiting -> waiting.came_at.us))" -%}
    {%- set not_ready = 'cast(null as ' ~ row_type('moment') ~ ')' -%}
    aggregate(
        filter(state.held, waiting -> waiting.position <= state.follows_to),
        state,
        (taking, message) -> case
            when message.position <= taking.turn then {{ row_with('taking', fields,
                told='array_append(taking.told, struct(message.came_at as came_at, ' ~ not_ready ~ " as ready_at, case when taking.by_clock is null then 'duplicate' end as reason, 0L as settles))"
            ) }}
            else {{ row_with('taking', fields,
                turn='message.position',
                turned_us='event.at.us',
                ranges="case
                    when taking.turn is null and message.first > -9223372036854775808 then array_append(taking.ranges, named_struct(
                        'range_start', -9223372036854775808, 'range_end', message.first - 1, 'state', 'unasked',
                        'detected_us', cast(null as bigint), 'blocking_us', cast(null as bigint)
                    ))
                    when message.needs > taking.turn then array_append(taking.ranges, named_struct(
                        'range_start', taking.turn + 1, 'range_end', message.needs, 'state', 'skipped',
                        'detected_us', " ~ seen_since ~ ",
                        'blocking_us', greatest(" ~ seen_since ~ ", taking.turned_us)
                    ))
                    else taking.ranges
                end",
                told="array_append(taking.told, struct(
                    message.came_at as came_at, event.at as ready_at, cast(null as string) as reason,
                    case when taking.by_clock is null then message.position - greatest(try_subtract(message.first, 1), taking.turn) else 0L end as settles
                ))"
            ) }}
        end,
        taking -> {{ row_with('taking', fields, held='filter(taking.held, waiting -> coalesce(waiting.position > taking.follows_to, true))') }}
    )
{%- endmacro %}
