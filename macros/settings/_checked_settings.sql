{% macro _checked_settings() -%}
    {#- What `settings` gives, read and checked again. -#}
    {%- set relation = var('resequencer__arrivals_relation', none) -%}
    {%- set cursor = var('resequencer__arrivals_cursor', none) -%}
    {%- set by = var('resequencer__arrivals_cursor_by', none) -%}
    {%- set lookback = var('resequencer__arrivals_lookback', none) -%}

    {%- if relation is not none and (relation is not string or not modules.re.fullmatch('[\\w`.-]+', relation)) -%}
        {%- do setting_error('resequencer__arrivals_relation', 'is ' ~ relation | tojson, 'the name of a table or view, such as raw.events') -%}
    {%- endif -%}
    {%- if relation is not none and not cursor -%}
        {%- do setting_error('resequencer__arrivals_cursor', 'is not set', 'the column of ' ~ relation ~ ' that only ever grows (an offset, a position, a load time): new rows are found by it') -%}
    {%- endif -%}
    {%- for name, value in {'resequencer__arrivals_cursor': cursor, 'resequencer__arrivals_cursor_by': by, 'resequencer__arrivals_lookback': lookback}.items() if relation is none and value is not none -%}
        {%- do setting_error(name, 'is set without resequencer__arrivals_relation', 'removed, or used together with that setting') -%}
    {%- endfor -%}
    {%- if lookback is not none and by is none and var('resequencer__subscriptions', none) is not none -%}
        {%- do setting_error('resequencer__arrivals_lookback', 'is set together with resequencer__subscriptions, which route a row when its turn comes and do not look back', 'left out') -%}
    {%- endif -%}
    {%- if cursor is not none and (cursor is not string or not modules.re.fullmatch('\\w+', cursor)) -%}
        {%- do setting_error('resequencer__arrivals_cursor', 'is ' ~ cursor | tojson, 'the name of one column') -%}
    {%- endif -%}
    {#- Where the cursor grows per partition only, rows are copied, as from a landing place. -#}
    {%- set lookback = _lookback_setting('resequencer__arrivals_lookback', lookback if lookback is not none else 0) -%}
    {%- set landing = _landing_setting(var('resequencer__landing', none)) if by is none else _partitioned_setting(relation, cursor, by) -%}
    {%- if relation is none and landing is none -%}
        {%- do setting_error('resequencer__landing', 'is not set, and resequencer__arrivals_relation is not either', 'a mapping such as {format: json, path: /lake/landing}') -%}
    {%- endif -%}

    {%- do return({
        'landing': landing,
        'arrivals_relation': relation if by is none else none,
        'arrivals_cursor': cursor,
        'arrivals_lookback': lookback,
        'deliveries': _input_setting('resequencer__deliveries', var('resequencer__deliveries', none)),
        'actions': _input_setting('resequencer__actions', var('resequencer__actions', none)),
        'columns': _columns_setting(var('resequencer__columns', {})),
        'written_columns': var('resequencer__columns', {}),
        'rulesets': _checked_rulesets(),
        'subscriptions': _checked_subscriptions(),
        'pipelines': _pipelines_setting(var('resequencer__pipelines', none), var('resequencer__subscriptions', none) is not none),
        'publisher': _publisher_setting(var('resequencer__publisher', none)),
        'message_identity': _choice_setting('resequencer__message_identity', var('resequencer__message_identity'), ['message_id']) if var('resequencer__message_identity', none) is not none else none,
        'route_by': _choice_setting('resequencer__route_by', var('resequencer__route_by'), ['newest']) if var('resequencer__route_by', none) is not none else none,
        'max_references': _integer_setting('resequencer__max_references', var('resequencer__max_references'), 1) if var('resequencer__max_references', none) is not none else none,
        'forwarding': var('resequencer__forwarding', none),
        'throughput': _throughput_setting('resequencer__throughput', var('resequencer__throughput', none), var('resequencer__deliveries', none) is not none),
        'policies': _checked_policies(),
        'what_if_from': _timestamp_setting('resequencer__what_if_from', var('resequencer__what_if_from', none)),
        'what_if_to': _timestamp_setting('resequencer__what_if_to', var('resequencer__what_if_to', none)),
        'sequence_class': _expression_setting('resequencer__sequence_class', var('resequencer__sequence_class', none)),
        'producer': _expression_setting('resequencer__producer', var('resequencer__producer', "properties['producer']")) or 'null',
        'counter': _counter_setting('resequencer__counter', var('resequencer__counter', none)),
        'resend': _resend_setting('resequencer__resend', var('resequencer__resend', none)),
        'as_of': _timestamp_setting('resequencer__as_of', var('resequencer__as_of', 'now'), or_now=true),
        'batch': _integer_setting('resequencer__batch', var('resequencer__batch', none), 1) if var('resequencer__batch', none) is not none else none,
        'max_skipped_ranges': _integer_setting('resequencer__max_skipped_ranges', var('resequencer__max_skipped_ranges', 1000), 1),
        'max_undecodable': _integer_setting('resequencer__max_undecodable', var('resequencer__max_undecodable', 1000), 0),
        'retain_us': duration_us('resequencer__retain', var('resequencer__retain')) if var('resequencer__retain', none) is not none else none,
        'tidy_every': _integer_setting('resequencer__tidy_every', var('resequencer__tidy_every', 16), 2, 1000),
        'compile_from': _integer_setting('resequencer__compile_from', var('resequencer__compile_from', 100000), 0),
        'python_models': _boolean_setting('resequencer__python_models', var('resequencer__python_models', true)),
        'advice': _boolean_setting('resequencer__advice', var('resequencer__advice', false)),
        'advice_slice_us': _slice_setting('resequencer__advice_slice', var('resequencer__advice_slice', 'auto')),
    }) -%}
{%- endmacro %}
