{% macro head_fields() -%}
    {#-
        What is carried of a sequence besides its messages and gaps. Times in microseconds since 1970.
        threshold: the highest number whose turn has come; left_threshold: the highest that has left. last_position: the
        last place given in the order of release.
        newest_number: of a counter that wraps, where it was last. suspended_at: since which number a sequence
        waits for a decision; suspends_us: since when it does, or when it will. begins_at: the number expected
        first, where an operator has said which. gate: of what is delivered.
    -#}
    {%- do return({
        'threshold': 'bigint', 'left_threshold': 'bigint', 'threshold_released_us': 'bigint',
        'threshold_ids': 'array<string>', 'first_number': 'bigint', 'lowest_held': 'bigint',
        'highest_received': 'bigint', 'last_number': 'bigint', 'last_us': 'bigint', 'last_ingest': 'bigint', 'last_arrived_us': 'bigint', 'last_intake': 'bigint',
        'last_place': 'bigint', 'received_count': 'bigint', 'released_count': 'bigint',
        'duplicate_count': 'bigint', 'late_count': 'bigint', 'settled_numbers': 'bigint',
        'pending_count': 'bigint', 'closed_us': 'bigint', 'updated_us': 'bigint', 'newest_number': 'bigint',
        'last_position': 'bigint', 'suspended_at': 'bigint', 'suspends_us': 'bigint', 'begins_at': 'bigint',
        'gate': gate_type(),
    }) -%}
{%- endmacro %}
