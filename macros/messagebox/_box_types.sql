{% macro _box_types() -%}
    {#-
        What `box_types` returns. A type in braces is a row that stands above it. Names that end in _us are
        microseconds since 1970. What the rows are: _routing_macros.yml.
    -#}
    {%- do return(resolved_rows({
        'place': {'us': 'bigint', 'is_late': 'int', 'run': 'bigint', 'rank': 'int', 'own_us': 'bigint', 'intake': 'bigint', 'place': 'bigint', 'turn': 'bigint'},

        'founder': {'intake': 'bigint', 'place': 'bigint', 'message_id': 'string', 'subscription': 'string', 'given': 'string'},

        'spell': {'instance': 'string', 'subscription': 'string', 'correlation': 'string', 'from_place': '{place}', 'until_place': '{place}'},

        'instance': {
            'instance': 'string', 'founder': '{founder}', 'subscription': 'string', 'state': 'int', 'reason': 'string', 'created_us': 'bigint',
            'changed_us': 'bigint', 'process_id': 'string', 'error_code': 'string', 'error_description': 'string', 'reference_count': 'bigint',
            'version': 'bigint',
        },

        'reference': {
            'intake': 'bigint', 'place': 'bigint', 'message_id': 'string', 'arrived_us': 'bigint', 'subscription': 'string', 'version': 'bigint',
            'matched_group': 'int', 'instance': 'string', 'founder': '{founder}', 'status_code': 'int', 'at_us': 'bigint', 'queue': 'string',
            'reason': 'string', 'is_resumable': 'boolean', 'enqueued_us': 'bigint', 'suspended_us': 'bigint', 'settled_us': 'bigint',
            'error_code': 'string', 'error_description': 'string', 'is_acknowledged': 'boolean', 'is_new': 'boolean', 'routed_with': 'bigint',
            'entered_as': 'bigint',
        },

        'event': {
            'at': '{place}', 'what': 'string', 'subscription': 'string', 'correlation': 'string', 'instance': 'string', 'founder': '{founder}',
            'intake': 'bigint', 'place': 'bigint', 'message_id': 'string', 'arrived_us': 'bigint', 'version': 'bigint', 'matched_group': 'int',
            'mode': 'string', 'is_stopped': 'boolean', 'is_acknowledged': 'boolean', 'is_once': 'boolean', 'is_resumable': 'boolean',
            'process_id': 'string', 'error_code': 'string', 'error_description': 'string', 'said_by': 'string', 'input_intake': 'bigint',
            'input_place': 'bigint', 'routed_with': 'bigint',
        },

        'step': {'instance': 'string', 'founder': '{founder}', 'subscription': 'string', 'state': 'int', 'at_us': 'bigint', 'changed_by': 'string'},

        'answer': {'intake': 'bigint', 'place': 'bigint', 'problem': 'string'},

        'life': {'instances': 'array<{instance}>', 'refs': 'array<{reference}>', 'spells': 'array<{spell}>', 'steps': 'array<{step}>', 'answers': 'array<{answer}>'},

        'status': {'status': 'string', 'wanted': 'string', 'version': 'bigint', 'from_place': '{place}', 'changed_by': 'string', 'starts': 'boolean', 'ends': 'boolean'},

        'input': row_fields().routed_input,

        'predicate': {'property': 'string', 'operator': 'string', 'ignore_case': 'boolean', 'operands': 'array<struct<type: string, value: string>>'},

        'definition': {
            'service': 'string', '`class`': 'string', 'host': 'string', 'kind': 'string', 'status': 'string', 'is_unrouted': 'boolean',
            'groups': 'array<array<{predicate}>>', 'filter': 'string', 'correlate': 'array<string>', '`once`': 'boolean', 'delivery': 'string',
            'priority': 'int', 'on_unenlist': 'string', 'is_ordered': 'boolean',
        },

        'batch': {
            'number': 'bigint', 'run': 'bigint', 'clock_us': 'bigint', 'last_clock_us': 'bigint', 'previous_clock_us': 'bigint', 'arrivals_from': 'bigint',
            'arrivals_to': 'bigint', 'inputs_from': 'bigint', 'inputs_to': 'bigint', 'from_place': '{place}', 'until_place': '{place}', 'is_whole': 'boolean', 'open_arrivals_from': 'bigint', 'open_inputs_from': 'bigint',
            'invocation': 'string', 'message_identity': 'string', 'newest_count': 'bigint',
        },

        'messagebox': {
            'intake': 'bigint', 'place': 'bigint', 'message_id': 'string', 'subscription': 'string', 'version': 'bigint', 'matched_group': 'int',
            'founder_intake': 'bigint', 'founder_place': 'bigint', 'founder_message_id': 'string', 'founder_subscription': 'string', 'given_instance': 'string',
            'status_code': 'int', 'at_us': 'bigint', 'arrived_us': 'bigint', 'reason': 'string', 'queue': 'string', 'enqueued_us': 'bigint', 'entered_as': 'bigint', 'settled_us': 'bigint',
            'is_acknowledged': 'boolean', 'state': 'int', 'changed_by': 'string', 'attempts': 'int', 'component': 'string', 'moment': '{place}',
            'reference': '{reference}', 'instance': '{instance}', 'spells': 'array<{spell}>', 'status': '{status}', 'input': '{input}', 'kind': 'string',
            'detail': 'string', 'raw_record': 'string', 'batch': '{batch}', 'batch_id': 'bigint', 'disposition': 'string', 'batch_group': 'bigint',
        },
    })) -%}
{%- endmacro %}
