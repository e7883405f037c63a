{% macro closed_at_us(clock) -%}
    {#-
        Closed: as it was ended before its last number, or by completion, when the last number has left and is known to be the
        last; what leaves as a whole, when all has.
    -#}
    coalesce(
        head_closed_us,
        {{ 'line_ended_us,' if _any_group('delivers') }}
        case
            when
                line_threshold >= last_number
                {%- if _any_group('heartbeat_us') %}
                and coalesce(last_left_us <= {{ clock }}, true)
                {%- endif %}
                {%- if _any_group('holds_whole') %}
                and (not holds_whole or line_leaving_count = 0)
                {%- endif %}
                {%- if _any_group('delivers') %}
                and (not delivers or (line_leaving_count = 0 and (not is_acknowledged or (not line_gate.is_awaiting and size(line_gate.stops) = 0))))
                {%- endif %}
                then greatest(last_at.arrival_us, last_left_us{{ ', case when delivers and is_acknowledged then line_gate.open_us end' if _any_group('delivers') }})
        end
    )
{%- endmacro %}
