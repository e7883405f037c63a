{% macro ruleset_field_names() -%}
    {#- All fields that a ruleset may have. -#}
    {%- do return([
        'name', 'type', 'match', 'key', 'key_type', 'id', 'time_to_live', 'group_by', 'order_group', 'order', 'start', 'start_after', 'step',
        'wrap_at', 'wrap_to', 'bake_time', 'session_timeout', 'session_window', 'session_size', 'on_overflow', 'heartbeat', 'on_gap',
        'max_stand_ins', 'stand_in', 'hold', 'partial_after', 'duplicates', 'reopen', 'reopen_after', 'restart', 'max_gap', 'unique_ids', 'span_to', 'previous', 'delivery', 'on_failure', 'max_attempts', 'retry_after', 'expire_after', 'bake_time_min', 'bake_time_max', 'bake_time_initial',
    ] + _routing_field_names() + _advice_field_names()) -%}
{%- endmacro %}
