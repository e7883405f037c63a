{% macro total_as_last(of='') -%}
    {#- The last position by a total, counted from the start; null where nothing says so, beyond 64 bits, and where no start is known. -#}
    try_add({{ of }}start_position, {{ of }}message.sequence_total - 1)
{%- endmacro %}
