{% macro _stands_at_threshold() -%}
    {#- Whether this very message was the last to be released: the head remembers the ids at its threshold. -#}
    coalesce(array_contains(threshold_ids, message.message_id), false)
{%- endmacro %}
