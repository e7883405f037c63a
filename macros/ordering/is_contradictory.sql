{% macro is_contradictory() -%}
    {#- Whether a message announces two last numbers: one by its flag, and another as a total. -#}
    coalesce(message.is_last and {{ total_as_last() }} <> number, false)
{%- endmacro %}
