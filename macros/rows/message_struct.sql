{% macro message_struct(arrived_us, detail) -%}
    {#-
        The contents of a message, which the ordering does not look at, as one struct column. The raw record is shown for failures only, so
        it is kept only where the message was rejected, or may still fail because it announces a last number (last_conflict). Other
        messages that expire are shown without it. With subscriptions contents stay in resequencer__arrivals (with_contents): of a body there
        is its hash, as text, by which repeats are compared.
    -#}
    {%- set contents = {
        'properties': 'cast(null as map<string, string>)', 'body': 'cast(body_hash as string)', 'raw_record': 'cast(null as string)',
    } if has_subscriptions() else {
        'properties': 'properties', 'body': 'body',
        'raw_record': 'case when rejection_outlet is not null or is_last or sequence_total is not null then raw_record end',
    } -%}
    named_struct(
            'ruleset', ruleset, 'message_id', message_id, 'sort_key', sort_key, 'arrived_us', {{ arrived_us }},
            'is_last', is_last, 'sequence_total', sequence_total, 'linked_number', linked_number, 'message_type', message_type,
            'properties', {{ contents.properties }}, 'body', {{ contents.body }}, 'raw_record', {{ contents.raw_record }},
            'rejection_reason', rejection_reason, 'rejection_detail', {{ detail }}
        )
{%- endmacro %}
