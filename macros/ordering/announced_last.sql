{% macro announced_last() -%}
    {#- The last number a message announces, by its flag or as a total; null where it announces none. -#}
    coalesce(case when message.is_last then number end, {{ total_as_last() }})
{%- endmacro %}
