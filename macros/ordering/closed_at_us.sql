{% macro closed_at_us(clock) -%}
    {#- Closed by completion: when the last number has left and is known to be the last; what leaves as a whole, when all has. -#}
    coalesce(
        head_closed_us,
        case
            when
                line_threshold >= last_number
                {%- if _any_group('heartbeat_us') %}
                and coalesce(last_left_us <= {{ clock }}, true)
                {%- endif %}
                {%- if _any_group('holds_whole') %}
                and (not holds_whole or line_leaving_count = 0)
                {%- endif %}
                then greatest(last_at.arrival_us, last_left_us)
        end
    )
{%- endmacro %}
