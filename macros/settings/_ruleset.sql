{% macro _ruleset(setting, entry) -%}
    {#- One ruleset, checked, with its defaults. `setting` names it in errors until its own name is known. -#}
    {%- if entry is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'a ruleset such as {name: orders, bake_time: 60s}') -%}
    {%- endif -%}
    {%- set name = entry.get('name') -%}
    {%- if name is not string or not modules.re.fullmatch('[\\w.:-]{1,200}', name) -%}
        {%- do setting_error(setting ~ '.name', 'is ' ~ name | tojson, 'letters, digits and any of _ . : -') -%}
    {%- endif -%}
    {%- if name == 'nohit' -%}
        {%- do setting_error(setting ~ '.name', 'is nohit, as what no ruleset matches is called', 'another name') -%}
    {%- endif -%}
    {%- set setting = 'resequencer__rulesets ' ~ name -%}
    {%- set fields = [
        'name', 'match', 'key', 'key_type', 'group_by', 'order_group', 'start', 'step', 'bake_time', 'on_gap',
    ] + _routing_field_names() -%}
    {%- set later = [
        'type', 'id', 'time_to_live', 'wrap_at', 'session_timeout',
        'session_window', 'session_size', 'on_overflow', 'heartbeat', 'duplicates', 'delivery', 'on_failure',
        'expire_after', 'reopen', 'order', 'hold', 'max_stand_ins', 'target_late_rate',
    ] -%}
    {%- for field in entry if field not in fields -%}
        {%- if field in later -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is not available in this version', 'left out; available are ' ~ fields | join(', ')) -%}
        {%- endif -%}
        {%- do _unknown_name_error(setting, field, fields) -%}
    {%- endfor -%}

    {%- set key_type = entry.get('key_type', 'sequence') -%}
    {%- if key_type not in key_types() -%}
        {%- do setting_error(setting ~ '.key_type', 'is ' ~ key_type | tojson, 'sequence (numbers without gaps), or one of which only the order is known: ' ~ (key_types() | list)[1:] | join(', ')) -%}
    {%- endif -%}
    {%- set bake = entry.get('bake_time') -%}
    {%- set bake_us = duration_us(setting ~ '.bake_time', bake) if bake is not none else none -%}
    {#- Another key type without bake_time is QBroker's static mode (docs/semantics.md). -#}
    {%- if bake_us is none and key_type != 'sequence' -%}
        {%- set bake_us = 0 -%}
    {%- endif -%}
    {%- set start = entry.get('start', 1) -%}
    {%- if key_type != 'sequence' and 'start' in entry -%}
        {%- do setting_error(setting ~ '.start', 'is set for key_type ' ~ key_type, 'left out: only key_type sequence begins at a number') -%}
    {%- endif -%}
    {%- if start != 'auto' -%}
        {%- set start = _integer_setting(setting ~ '.start (auto is the other choice)', start) -%}
    {%- elif bake_us is none -%}
        {%- do setting_error(setting ~ '.start', 'is auto without a bake_time', 'a number; or give a bake_time: the first release is the smallest number after one bake_time') -%}
    {%- endif -%}
    {%- if start == 'auto' and entry.get('step', 1) != 1 -%}
        {%- do setting_error(setting ~ '.step', 'is set with start: auto, which knows no number to count from', '1; or give a start') -%}
    {%- endif -%}
    {%- if key_type != 'sequence' and 'step' in entry -%}
        {%- do setting_error(setting ~ '.step', 'is set for key_type ' ~ key_type, 'left out: only key_type sequence has steps') -%}
    {%- endif -%}
    {%- set on_gap = entry.get('on_gap') -%}
    {%- if on_gap in ['stand_in', 'suspend'] -%}
        {%- do setting_error(setting ~ '.on_gap', 'is ' ~ on_gap ~ ', which is not available in this version', 'wait (without a bake_time) or skip (with one)') -%}
    {%- elif on_gap not in [none, 'wait', 'skip'] -%}
        {%- do setting_error(setting ~ '.on_gap', 'is ' ~ on_gap | tojson, 'wait (without a bake_time) or skip (with one)') -%}
    {%- elif on_gap == 'wait' and bake_us is not none -%}
        {%- do setting_error(setting ~ '.on_gap', 'is wait although there is a bake_time', 'skip; or leave bake_time out to wait for ever') -%}
    {%- elif on_gap == 'skip' and bake_us is none -%}
        {%- do setting_error(setting ~ '.on_gap', 'is skip without a bake_time', 'wait; or give a bake_time after which a gap is skipped') -%}
    {%- endif -%}
    {%- set order_group = entry.get('order_group', name) -%}
    {%- if order_group is not string or not modules.re.fullmatch('[\\w.:-]{1,200}', order_group) -%}
        {%- do setting_error(setting ~ '.order_group', 'is ' ~ order_group | tojson, 'letters, digits and any of _ . : -') -%}
    {%- endif -%}

    {%- set ruleset = {
        'name': name,
        'order_group': order_group,
        'match': _match_setting(setting ~ '.match', entry.get('match')),
        'key': _template_setting(setting ~ '.key', entry.get('key', '##sequence_number##')),
        'group_by': _template_setting(setting ~ '.group_by', entry.get('group_by', '##sequence_id##'), true),
        'key_type': key_type,
        'bake_us': bake_us,
        'start': start,
        'step': _integer_setting(setting ~ '.step', entry.get('step', 1), 1),
    } -%}
    {%- do ruleset.update(_routing_setting(setting, entry, key_type)) -%}
    {%- do return(ruleset) -%}
{%- endmacro %}
