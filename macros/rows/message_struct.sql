{% macro message_struct(arrived_us, detail) -%}
    {#-
        The contents of a message, which the ordering does not look at, as one struct column. The raw record is shown for failures only, so
        it is kept only where the message was rejected, or may still fail because it announces a last number (last_conflict). Other
        messages that expire are shown without it.
    -#}
    named_struct(
            'ruleset', ruleset, 'message_id', message_id, 'sort_key', sort_key, 'arrived_us', {{ arrived_us }},
            'is_last', is_last, 'sequence_total', sequence_total, 'linked_number', linked_number, 'message_type', message_type, 'properties', properties, 'body', body,
            'raw_record', case when rejection_outlet is not null or is_last or sequence_total is not null then raw_record end,
            'rejection_reason', rejection_reason, 'rejection_detail', {{ detail }}
        )
{%- endmacro %}
