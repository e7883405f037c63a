{% macro system_properties_of_messages() -%}
    {#- The properties of a message that are promoted whatever its pipeline says, as text: {name: SQL}. -#}
    {%- do return({
        'message_id': 'message_id',
        'sequence_id': 'sequence_id',
        'sequence_number': 'sequence_number',
        'sequence_total': 'cast(sequence_total as string)',
        'is_last': 'cast(is_last as string)',
        'arrived_at': iso_time('arrived_at'),
        'message_type': 'message_type',
        'entity': 'entity',
        'file_path': 'file_path',
    }) -%}
{%- endmacro %}
