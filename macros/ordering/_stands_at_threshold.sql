{% macro _stands_at_threshold() -%}
    {#- Whether this very message was the last to be released: the head remembers the ids at its threshold. Of
        no message where repeats are messages of their own. -#}
    coalesce({{ 'not releases_repeats and ' if _any_group('releases_repeats') }}array_contains(threshold_ids, message.message_id), false)
{%- endmacro %}
