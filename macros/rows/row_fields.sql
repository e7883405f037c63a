{% macro row_fields() -%}
    {#- Every row type that is written out: row -> field -> type, put together once (_row_fields). -#}
    {%- do return(remembered('row_fields', _row_fields, [has_subscriptions()])) -%}
{%- endmacro %}

{% macro _row_fields(with_subscriptions) -%}
    {#-
        What `row_fields` returns: row -> field -> type. A type in braces is a row that stands above it. Names that end in
        _us are microseconds since 1970; a moment is where something stands among all that counts (docs/decisions/0004-moments.md).
        What the rows are, and those of their fields whose names do not say it: _rows_macros.yml.
    -#}
    {%- set rows = {
        'moment': {'us': 'bigint', 'ingest': 'bigint', 'arrived_us': 'bigint', 'intake': 'bigint', 'place': 'bigint'},

        'key_part': {'double': 'double', 'decimal': 'decimal(38, 18)', 'string': 'string'},
        'key_value': {'first': '{key_part}', 'second': '{key_part}'},
        'removed': {'came_at': '{moment}', 'reason': 'string', 'removed_at': '{moment}'},
        'waiting': {
            'position': 'bigint', 'came_at': '{moment}', 'bakes_us': 'bigint', 'dedupe_id': 'string', 'body_hash': 'bigint', 'is_fill': 'boolean',
            'others': 'array<{removed}>',
        },
        'suspension': {'from_position': 'bigint', 'below_position': 'bigint'},
        'resumed': {'came_at': '{moment}', 'from_position': 'bigint', 'since_us': 'bigint'}, 'reached': {'threshold': 'bigint', 'suspension': '{suspension}'},
        'linked_message': {'first': 'bigint', 'came_at': '{moment}', 'position': 'bigint', 'needs': 'bigint', 'bakes_us': 'bigint', 'body_hash': 'bigint'},
        'claim': {'id': 'string', 'is_claim': 'boolean'},
        'skipped_range': {'range_start': 'bigint', 'range_end': 'bigint', 'state': 'string', 'detected_us': 'bigint', 'blocking_us': 'bigint'},
        'input': {
            'message_id': 'string', 'outcome': 'string', 'detail': 'string', 'attempt': 'string', 'consumer': 'string', 'begun_at': 'string',
            'action_id': 'string', 'action': 'string', 'ruleset': 'string', 'sequence_id': 'string', 'from_number': 'string', 'to_number': 'string',
            '`by`': 'string', 'why': 'string', '`at`': 'string',
        },
        'routed_input': {
            'message_id': 'string', 'message_uid': 'string', 'outcome': 'string', 'detail': 'string', 'attempt': 'string', 'consumer': 'string',
            'begun_at': 'string', 'action_id': 'string', 'action': 'string', 'ruleset': 'string', 'sequence_id': 'string', 'from_number': 'string',
            'to_number': 'string', '`by`': 'string', 'why': 'string', '`at`': 'string', 'subscription': 'string', 'instance_uid': 'string',
            '`values`': 'map<string,string>', 'process_id': 'string', 'resumable': 'string', 'error_code': 'string', 'error_description': 'string',
            'from_at': 'string', 'to_at': 'string',
        },
        'report': {
            'moment': '{moment}', 'what': 'string', 'fingerprint': 'string', 'from_number': 'bigint', 'to_number': 'bigint', 'at_us': 'bigint',
            'intake': 'bigint', 'place': 'bigint', 'input': '{input}',
        },
        'heard': {'attempts': 'bigint', 'is_failing': 'boolean', 'is_over': 'boolean', 'is_again': 'boolean'},

        'course': {
            'release_position': 'bigint', 'attempt': 'bigint', 'sent': '{moment}', 'is_open': 'boolean', 'is_settled': 'boolean', 'settled_at': '{moment}',
            'is_failed': 'boolean', 'failed_at': '{moment}', 'is_dead': 'boolean', 'due': '{moment}', 'final_at': '{moment}', 'ended': '{moment}',
            'waiting': 'array<{report}>', 'counted': 'array<string>', 'heard': '{heard}',
        },
        'hold': {
            'release_position': 'bigint', 'epoch': 'bigint', 'intake': 'bigint', 'place': 'bigint', 'ends_before': 'bigint', 'holds_from': '{moment}',
            'holds_until': '{moment}', 'settled_at': '{moment}', 'final_at': '{moment}', 'acted': 'array<{moment}>',
        },
        'attempt': {
            'fact': 'string', 'reason': 'string', 'number': 'bigint', 'intake': 'bigint', 'place': 'bigint', 'message_id': 'string', 'ruleset': 'string',
            'epoch': 'bigint', 'attempt': 'bigint', 'sent_us': 'bigint', 'outcome': 'string', 'at_us': 'bigint', 'detail': 'string', 'input': '{input}',
            'input_intake': 'bigint', 'input_place': 'bigint', 'course': '{course}',
        },
        'followed': {
            'kind': 'string', 'epoch': 'bigint', 'intake': 'bigint', 'place': 'bigint', 'number': 'bigint', 'message_id': 'string', 'ruleset': 'string',
            'course': '{course}', 'report': '{report}', 'aside': '{attempt}', 'raw_record': 'string',
        },
        'delivery_state': {
            'waiting': 'bigint', 'awaited': 'bigint', 'is_awaiting': 'boolean', 'stops': 'array<struct<release_position: bigint, number: bigint, reason: string>>',
            'ended': 'struct<moment: {moment}, release_position: bigint, ended_by: string>', 'passed': 'bigint', 'completed_at': '{moment}',
            'last_activity_us': 'bigint', 'expires_us': 'bigint',
        },

        'sequence_state': {
            'threshold': 'bigint', 'left_threshold': 'bigint', 'threshold_released_us': 'bigint', 'threshold_ids': 'array<string>',
            'first_number': 'bigint', 'lowest_held': 'bigint', 'highest_received': 'bigint', 'last_number': 'bigint', 'last_us': 'bigint',
            'last_ingest': 'bigint', 'last_arrived_us': 'bigint', 'last_intake': 'bigint', 'last_place': 'bigint', 'received_count': 'bigint',
            'released_count': 'bigint', 'duplicate_count': 'bigint', 'late_count': 'bigint', 'settled_numbers': 'bigint', 'pending_count': 'bigint',
            'closed_us': 'bigint', 'updated_us': 'bigint', 'newest_number': 'bigint', 'last_position': 'bigint', 'given_up_places': 'bigint', 'suspended_at': 'bigint', 'suspended_by': 'bigint',
            'suspends_us': 'bigint', 'begins_at': 'bigint', 'first_us': 'bigint', 'gate': '{delivery_state}', 'reference': 'bigint',
            'arrived_us': 'bigint', 'restarted_us': 'bigint', 'bypassed_in_a_row': 'bigint', 'given_up_to': 'bigint', 'pending_numbers': 'bigint', 'skipped_count': 'bigint',
        },

        'link': {
            'linked_by': 'string', 'first': 'bigint', 'needs': 'bigint', 'reason': 'string', 'settles': 'bigint', 'covers': 'bigint', 'was_held': 'boolean',
            'ranges': 'array<{skipped_range}>',
        },
        'told': {'came_at': '{moment}', 'ready_at': '{moment}', 'reason': 'string', 'settles': 'bigint', 'was_held': 'boolean'},
        'linked': {
            'turn': 'bigint', 'turned_us': 'bigint', 'follows_to': 'bigint', 'held': 'array<{linked_message}>', 'ranges': 'array<{skipped_range}>',
            'told': 'array<{told}>', 'by_clock': 'array<{skipped_range}>',
        },
        'aside': {
            'state': '{sequence_state}', 'skipped': '{skipped_range}', 'last_key_value': '{key_value}', 'claim': '{claim}', 'filled_by': 'string',
            'was_met': 'boolean', 'ready_at': '{moment}', 'release_position': 'bigint', 'session_end_us': 'bigint',
            'baking_since_us': 'bigint', 'removed_at': '{moment}', 'came_as': '{moment}',
            'is_unconfirmed': 'boolean', 'is_first_of_id': 'boolean', 'closes_at': '{moment}', 'resumes_at': '{moment}', 'ends_at': '{moment}', 'link': '{link}',
        },

        'event': {
            'came_at': '{moment}', 'action': 'string', 'position': 'bigint', 'bakes_us': 'bigint', 'is_last': 'boolean', 'total': 'bigint',
            'body_hash': 'bigint', 'to_position': 'bigint', 'stands_at': '{moment}', 'judged_as': 'string', 'number': 'bigint', 'announced': 'bigint',
            'is_refused': 'boolean', 'is_too_far': 'boolean', 'opens': 'string',
        },

        'comparison': {
            'threshold': 'bigint', 'last_position': 'bigint', 'held': 'array<struct<position: bigint, bakes_us: bigint, body_hash: bigint>>',
            'openings': 'array<struct<opened_at: {moment}, begins_at: bigint, opened_by: string>>',
            'placed': 'array<struct<came_at: {moment}, moved_to: {moment}, number: bigint, rejected_as: string, is_unconfirmed: boolean>>',
            'begins_at': 'bigint', 'reference': 'bigint', 'ended_us': 'bigint', 'has_begun': 'boolean', 'last_us': 'bigint', 'arrived_us': 'bigint',
            'came': 'array<bigint>', 'came_up_to': 'bigint', 'missing': 'array<struct<range_start: bigint, range_end: bigint>>',
            'candidate': '{event}', 'subject': '{event}', 'stops_us': 'bigint',
        },

        'batch': {
            'number': 'bigint', 'clock': 'timestamp', 'last_clock': 'timestamp', 'previous_clock': 'timestamp', 'arrivals_from': 'bigint',
            'arrivals_to': 'bigint', 'inputs_from': 'bigint', 'inputs_to': 'bigint', 'begins_anew': 'boolean', 'order_groups': 'string',
            'arrivals_by': 'string', 'arrivals_version': 'bigint', 'routed_from': 'bigint', 'routed_to': 'bigint',
        },

        'ledger': {
            'ruleset': 'string', 'order_group': 'string', 'sequence_id': 'string', 'epoch': 'bigint', 'message_id': 'string',
            'sequence_number': 'bigint', 'sort_key': 'string', 'arrived_at': 'timestamp', 'effective_arrived_at': 'timestamp', 'ingest': 'bigint',
            'intake': 'bigint', 'place': 'bigint', 'is_last': 'boolean', 'sequence_total': 'bigint', 'linked_number': 'bigint', 'message_type': 'string',
            'properties': 'map<string,string>', 'body': 'string', 'raw_record': 'string', 'reason': 'string', 'detail': 'string',
            'rejection_outlet': 'string', 'rejection_reason': 'string', 'settled_at': 'timestamp', 'release_position': 'bigint',
            'late_by_ms': 'bigint', 'blocked_by': 'bigint', 'blocked_count': 'bigint', 'held_ms': 'bigint', 'due_at': 'timestamp',
            'waits_until': 'timestamp', 'baking_since': 'timestamp', 'is_ready': 'boolean', 'ready_at': '{moment}', 'key_value': '{key_value}', 'last_key_value': '{key_value}',
            'head': '{sequence_state}', 'gap': '{skipped_range}', 'claim': '{claim}', 'is_stand_in': 'boolean', 'attempt': '{attempt}',
            'input': '{input}', 'batch': '{batch}', 'body_hash': 'bigint', 'batch_id': 'bigint', 'disposition': 'string', 'batch_group': 'bigint',
        },
    } -%}
    {%- if not with_subscriptions -%}{%- do [rows.batch.pop('routed_from'), rows.batch.pop('routed_to'), rows.ledger.pop('body_hash')] -%}{%- endif -%}
    {%- do return(resolved_rows(rows)) -%}
{%- endmacro %}
