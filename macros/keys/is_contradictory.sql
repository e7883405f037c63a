{% macro is_contradictory(of='') -%}
    {#- Whether a message announces two last numbers: one by its flag, and another as a total. -#}
    coalesce({{ of }}message.is_last and {{ total_as_last(of) }} <> {{ of }}position, false)
{%- endmacro %}
