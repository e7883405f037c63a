{% macro announced_last(of='') -%}
    {#- The last position a message announces, by its flag or as a total; null where it announces none. -#}
    coalesce(case when {{ of }}message.is_last then {{ of }}position end, {{ total_as_last(of) }})
{%- endmacro %}
