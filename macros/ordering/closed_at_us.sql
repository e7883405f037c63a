{% macro closed_at_us() -%}
    {#- Closed by completion: when the last number has left and is known to be the last, and nothing is still to leave. -#}
    coalesce(
        head_closed_us,
        case when line_threshold >= last_number{{ ' and line_leaving_count = 0' if _leaves_later() }} then greatest(last_at.arrival_us, last_released_us) end
    )
{%- endmacro %}
