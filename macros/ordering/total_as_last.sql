{% macro total_as_last() -%}
    {#- last number = start + (total - 1) * step; null where nothing says so, where it is beyond 64 bits,
        and where no start is known (start: auto, keys of which only the order is known). -#}
    try_add(start_number, try_multiply(message.sequence_total - 1, step))
{%- endmacro %}
