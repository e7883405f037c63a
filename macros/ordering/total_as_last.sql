{% macro total_as_last() -%}
    {#- last number = start + (total - 1) * step; null where nothing says so, or it is beyond 64 bits. -#}
    try_add(start_number, try_multiply(sequence_total - 1, step))
{%- endmacro %}
