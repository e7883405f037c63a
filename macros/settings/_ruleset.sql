{% macro _ruleset(setting, entry) -%}
    {#- One ruleset, checked, with its defaults. `setting` names it in errors until its own name is known. -#}
    {%- if entry is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'a ruleset such as {name: orders, bake_time: 60s}') -%}
    {%- endif -%}
    {%- set name = _name_setting(setting ~ '.name', entry.get('name')) -%}
    {%- if name == 'nohit' -%}
        {%- do setting_error(setting ~ '.name', 'is nohit, as what no ruleset matches is called', 'another name') -%}
    {%- endif -%}
    {%- set setting = setting.split('[')[0] ~ ' ' ~ name -%}
    {%- set fields = [
        'name', 'type', 'match', 'key', 'key_type', 'id', 'time_to_live', 'group_by', 'order_group', 'order', 'start', 'step',
        'wrap_at', 'bake_time', 'session_timeout', 'session_window', 'session_size', 'on_overflow', 'heartbeat', 'on_gap',
        'max_stand_ins', 'hold', 'duplicates', 'reopen', 'delivery', 'on_failure', 'max_attempts', 'retry_after', 'expire_after', 'restart', 'max_gap', 'unique_ids', 'reopen_after', 'bake_time_min', 'bake_time_max', 'bake_time_initial',
    ] + _routing_field_names() + _advice_field_names() -%}
    {%- for field in entry if field not in fields -%}
        {%- do _unknown_name_error(setting, field, fields) -%}
    {%- endfor -%}

    {%- set key_type = entry.get('key_type', 'sequence') -%}
    {%- if key_type not in key_types() -%}
        {%- do setting_error(setting ~ '.key_type', 'is ' ~ key_type | tojson, 'sequence (numbers without gaps), or one of which only the order is known: ' ~ (key_types() | list)[1:] | join(', ')) -%}
    {%- endif -%}
    {%- set key = _key_setting(setting ~ '.key', entry.get('key', '##sequence_number##')) -%}
    {%- set mode = _mode_setting(setting, entry, key_type, key | length > 1) -%}
    {%- set start = entry.get('start', 1) -%}
    {%- if key_type != 'sequence' and 'start' in entry -%}
        {%- do setting_error(setting ~ '.start', 'is set for key_type ' ~ key_type, 'left out: only key_type sequence begins at a number') -%}
    {%- endif -%}
    {%- if start != 'auto' -%}
        {%- set start = _integer_setting(setting ~ '.start (auto is the other choice)', start) -%}
    {%- elif mode.bake_us is none -%}
        {%- do setting_error(setting ~ '.start', 'is auto without a bake_time' ~ (' that ends' if mode.alarm_us is not none), 'a number; or give a bake_time and on_gap: skip: the first release is the smallest number after one bake_time') -%}
    {%- endif -%}
    {%- if mode.wrap_at is not none and start != 'auto' and not 0 <= start < mode.wrap_at -%}
        {%- do setting_error(setting ~ '.start', 'is ' ~ start ~ ', which a counter that wraps at ' ~ mode.wrap_at ~ ' never is', 'from 0 to ' ~ (mode.wrap_at - 1)) -%}
    {%- endif -%}
    {%- if start == 'auto' and entry.get('step', 1) != 1 -%}
        {%- do setting_error(setting ~ '.step', 'is set with start: auto, which knows no number to count from', '1; or give a start') -%}
    {%- endif -%}
    {%- if key_type != 'sequence' and 'step' in entry -%}
        {%- do setting_error(setting ~ '.step', 'is set for key_type ' ~ key_type, 'left out: only key_type sequence has steps') -%}
    {%- endif -%}
    {%- if key_type == 'sequence' and mode.is_descending and 'start' not in entry and mode.mode == 'sequence' -%}
        {%- do setting_error(setting ~ '.start', 'is not set with order: descending', 'the number to count down from') -%}
    {%- endif -%}
    {%- set claim = _claim_setting(setting, entry, mode) -%}
    {%- set order_group = _name_setting(setting ~ '.order_group', entry.get('order_group', name)) -%}

    {%- set ruleset = {
        'name': name,
        'order_group': order_group,
        'match': _match_setting(setting ~ '.match', entry.get('match')),
        'key': key,
        'group_by': _template_setting(setting ~ '.group_by', entry.get('group_by', '##sequence_id##'), true),
        'key_type': key_type,
        'mode': mode,
        'claim': claim,
        'start': start,
        'step': _integer_setting(setting ~ '.step', entry.get('step', 1), 1),
        'advice': _advice_setting(setting, entry),
    } -%}
    {%- do ruleset.update(_routing_setting(setting, entry, key_type)) -%}
    {%- do return(ruleset) -%}
{%- endmacro %}
