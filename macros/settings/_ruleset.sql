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
    {%- set fields = ruleset_field_names() -%}
    {%- for field in entry if field not in fields -%}
        {%- do _unknown_name_error(setting, field, fields) -%}
    {%- endfor -%}

    {%- set key_type = entry.get('key_type', 'sequence') -%}
    {%- if key_type is not string or key_type not in key_types() -%}
        {%- do setting_error(setting ~ '.key_type', 'is ' ~ key_type | tojson, 'sequence (numbers without gaps), arrival (first in, first out), or one of which only the order is known: ' ~ (key_types() | list)[1:-1] | join(', ')) -%}
    {%- endif -%}
    {%- set key = _key_setting(setting ~ '.key', entry.get('key', '##arrived_at##' if key_type == 'arrival' else '##sequence_number##')) -%}
    {%- if key_type == 'arrival' -%}{%- do _arrival_setting(setting, entry) -%}{%- endif -%}
    {%- set mode = _mode_setting(setting, entry, key_type, key | length > 1) -%}
    {%- set start = entry.get('start', 1) -%}
    {%- if key_type != 'sequence' and 'start' in entry -%}
        {%- do setting_error(setting ~ '.start', 'is set for key_type ' ~ key_type, 'left out: only key_type sequence begins at a number') -%}
    {%- endif -%}
    {%- if start != 'auto' -%}
        {%- set start = _integer_setting(setting ~ '.start (auto is the other choice)', start) -%}
    {%- elif mode.bake_us is none and mode.start_after_us is none -%}
        {%- do setting_error(setting ~ '.start', 'is auto without a bake_time' ~ (' that ends' if mode.alarm_us is not none), 'a number; or give start_after, or a bake_time and on_gap: skip: the first release is the smallest number after that time') -%}
    {%- endif -%}
    {%- if mode.start_after_us is not none and start != 'auto' -%}
        {%- do setting_error(setting ~ '.start_after', 'is set for ' ~ ('key_type ' ~ key_type if key_type != 'sequence' else 'start ' ~ start), 'left out' ~ ('; or give start: auto' if key_type == 'sequence' else ': only key_type sequence begins at a number')) -%}
    {%- endif -%}
    {%- set lowest = mode.wrap_to or 0 -%}
    {%- if mode.wrap_at is not none and start != 'auto' and not lowest <= start < mode.wrap_at -%}
        {%- do setting_error(setting ~ '.start', 'is ' ~ start ~ ', which a counter that wraps at ' ~ mode.wrap_at ~ (' to ' ~ lowest if lowest) ~ ' never is', 'from ' ~ lowest ~ ' to ' ~ (mode.wrap_at - 1)) -%}
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
        'stand_in': _stand_in_setting(setting ~ '.stand_in', entry),
    } -%}
    {%- do ruleset.update(_routing_setting(setting, entry, key_type, key | length)) -%}
    {%- do return(ruleset) -%}
{%- endmacro %}
