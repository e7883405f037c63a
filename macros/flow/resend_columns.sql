{% macro resend_columns() -%}
    {#- The columns of the requests as they are stored, and their types; the partition columns last. Numbers as they are ordered, times in microseconds since 1970. -#}
    {%- do return({
        'request_id': 'string',
        'ruleset': 'string',
        'sequence_id': 'string',
        'epoch': 'bigint',
        'range_start': 'bigint',
        'range_end': 'bigint',
        'is_descending': 'boolean',
        'attempt': 'bigint',
        'status': 'string',
        'requested_us': 'bigint',
        'attempted_us': 'bigint',
        'next_attempt_us': 'bigint',
        'sent_us': 'bigint',
        'settled_us': 'bigint',
        'run_number': 'bigint',
        'ledger_batch': 'bigint',
        'disposition': 'string',
        'run_group': 'bigint',
    }) -%}
{%- endmacro %}
