{% macro closed_at_us() -%}
    {#- Closed by completion: when the last number's turn has come and it is known to be the last. -#}
    coalesce(
        head_closed_us,
        case when line_threshold >= last_number then greatest(last_at.arrival_us, last_released_us) end
    )
{%- endmacro %}
