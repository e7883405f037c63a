{% macro ledger_columns() -%}
    {#- The ledger's columns and their types, in order; the partition columns last. batch_group: the newest batch of
        those whose rows lie together; a batch's own until partitions are merged. key_value, last_key_value: of a
        message its key, of a head its threshold and last number, where those are values (ranked_rows). turn_at, has_turn: of a
        pending message, when its turn comes, or came: then nothing about it is decided any more, and it leaves at due_at.
        epoch: 1, and one more each time the sequence begins anew; null of what is not ordered. attempt: of an attempt at a
        delivery; input: of a delivery or an action. -#}
    {%- do return({
        'ruleset': 'string',
        'order_group': 'string',
        'sequence_id': 'string',
        'epoch': 'bigint',
        'message_id': 'string',
        'sequence_number': 'bigint',
        'sort_key': 'string',
        'arrived_at': 'timestamp',
        'effective_arrived_at': 'timestamp',
        'ingest': 'bigint',
        'intake': 'bigint',
        'place': 'bigint',
        'is_last': 'boolean',
        'sequence_total': 'bigint',
        'message_type': 'string',
        'properties': 'map<string,string>',
        'body': 'string',
        'raw_record': 'string',
        'reason': 'string',
        'detail': 'string',
        'rejection_outlet': 'string',
        'rejection_reason': 'string',
        'settled_at': 'timestamp',
        'release_position': 'bigint',
        'late_by_ms': 'bigint',
        'blocked_by': 'bigint',
        'blocked_count': 'bigint',
        'held_ms': 'bigint',
        'due_at': 'timestamp',
        'turn_at': 'timestamp',
        'has_turn': 'boolean',
        'ready_at': moment_type(),
        'key_value': key_value_type(),
        'last_key_value': key_value_type(),
        'head': head_type(),
        'gap': gap_type(),
        'claim': claim_type(),
        'is_stand_in': 'boolean',
        'attempt': attempt_type(),
        'input': input_type(),
        'batch': batch_type(),
        'batch_id': 'bigint',
        'disposition': 'string',
        'batch_group': 'bigint',
    }) -%}
{%- endmacro %}
