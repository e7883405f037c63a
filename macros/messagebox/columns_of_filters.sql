{% macro columns_of_filters(promoted) -%}
    {#- What a filter of Service Bus knows of a message (see docs/forwarding.md), out of its promoted properties, as columns. -#}
    {{ promoted }} as properties,
    {{ promoted }}['message_id'] as message_id,
    {{ promoted }}['sequence_id'] as sequence_id,
    {{ promoted }}['sequence_number'] as sequence_number,
    {{ promoted }}['message_type'] as message_type,
    {{ as_utc_timestamp(promoted ~ "['arrived_at']") }} as arrived_at
{%- endmacro %}
