{% macro taken_in_turn(fields) -%}
    {#-
        In the fold of int_resequencer__linked: it is the turn of what is held up to follows_to, lowest first. What is missing below one of them
        is given up, and what it covers is missing no longer. One that lies wholly below by then (span_to) is a repeat of what has left.
    -#}
    {%- set seen_since %}array_min(transform(
        filter(taking.held, waiting -> struct(waiting.first, waiting.came_at) >= struct(message.first, message.came_at)), waiting -> waiting.came_at.us
    )){% endset -%}
    {%- set given_up %}case
        when taking.turn is null and message.first > -9223372036854775808 then array_append(taking.ranges, named_struct(
            'range_start', -9223372036854775808, 'range_end', message.first - 1, 'state', 'unasked',
            'detected_us', cast(null as bigint), 'blocking_us', cast(null as bigint)
        ))
        when message.needs > taking.turn then array_append(taking.ranges, named_struct(
            'range_start', taking.turn + 1, 'range_end', message.needs, 'state', 'skipped',
            'detected_us', {{ seen_since }}, 'blocking_us', greatest({{ seen_since }}, taking.turned_us)
        ))
        else taking.ranges
    end{% endset -%}
    {%- set newly_covered = 'message.position - greatest(try_subtract(message.first, 1), taking.turn)' -%}
    {%- set covered_after_all = count_of_covered('taking.ranges', 'message.first', 'message.position') -%}
    {%- set is_by_clock = 'taking.by_clock is null' -%}
    aggregate(
        filter(state.held, waiting -> waiting.position <= state.follows_to),
        state,
        (taking, message) -> case
            when message.position <= taking.turn then {{ row_with('taking', fields,
                told=told_of('taking.told', 'message', reason='case when ' ~ is_by_clock ~ " then 'duplicate' end", was_held='true')
            ) }}
            else {{ row_with('taking', fields,
                turn='message.position',
                turned_us='event.at.us',
                ranges=less_the_covered(given_up, 'message.first', 'message.position'),
                told=told_of('taking.told', 'message', ready_at='event.at',
                    settles='case when ' ~ is_by_clock ~ ' then ' ~ newly_covered ~ ' + ' ~ covered_after_all ~ ' else 0 end')
            ) }}
        end,
        taking -> {{ row_with('taking', fields, held='filter(taking.held, waiting -> coalesce(waiting.position > taking.follows_to, true))') }}
    )
{%- endmacro %}
