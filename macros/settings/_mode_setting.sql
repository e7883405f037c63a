{% macro _mode_setting(setting, entry, key_type, is_composite) -%}
    {#-
        How a ruleset decides when a message leaves (docs/semantics.md), from the fields that say so:
          mode         sequence, static, baking, session
          bake_us      after which a gap is passed over, or keys of which only the order is known leave; none: never
          auto         of bake_time: auto its bounds (_auto_bake_time_setting); then bake_us is what it is at first
          alarm_us     after which a gap suspends the sequence (on_gap: suspend); none: never
          start_after_us   so long after its first arrival the start of a sequence is known (start_after); none: after one bake time
          wrap_to      the lowest counter (of a composite key: second part); none: 0
          differs_in_order   the second part of its keys is ordered the other way than the first
          session_us, is_tumbling, heartbeat_us, on_gap, max_stand_ins, holds_whole, partial_us, is_descending, wrap_at, reopens,
          releases_repeats, replaces, session_size, on_overflow
          delivers, is_reported, is_acknowledged, on_failure, max_attempts, retry_us, expire_us   what becomes of it afterwards (_delivery_setting)
          restarts, backward, forward, silence_us, within_us, begins_by_repeat, max_gap, reopen_after_us, unique_us, follows   _restart_setting
          linked_by, link   _link_setting
          second_below  of a composite key whose numbers have no gaps: the second part is below this
          is_composite  its keys have two parts
          counts_arrivals  it has no keys, and leaves as it comes
          is_ranked     its keys have no bigint of their own (ranked_rows)
    -#}
    {%- set auto = _auto_bake_time_setting(setting, entry) -%}
    {%- set bake_us = auto.initial_us if auto else duration_us(setting ~ '.bake_time', entry.bake_time) if entry.get('bake_time') is not none else none -%}
    {%- set session_us = duration_us(setting ~ '.session_timeout', entry.session_timeout) if entry.get('session_timeout') is not none else none -%}
    {%- if session_us == 0 -%}
        {%- set session_us = none -%}
    {%- endif -%}
    {%- if session_us is not none and (bake_us or 0) > 0 -%}
        {%- do setting_error(setting ~ '.session_timeout', 'is set together with bake_time, and they are two modes', 'left out, to hold each message for the bake_time; or leave bake_time out, to hold all until nothing has come for so long') -%}
    {%- endif -%}
    {%- if session_us is not none -%}
        {%- set bake_us = none -%}
        {%- for field in ['start', 'start_after', 'step', 'on_gap', 'wrap_at', 'wrap_to', 'hold'] if field in entry -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set together with session_timeout, which sorts what has come and expects nothing', 'left out') -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set is_sequence = key_type == 'sequence' and session_us is none -%}
    {%- if not is_sequence and session_us is none and bake_us is none -%}
        {#- Another key type without bake_time is QBroker's static mode (docs/semantics.md). -#}
        {%- set bake_us = 0 -%}
    {%- endif -%}
    {%- if entry.get('session_window') is not none -%}
        {%- do _choice_setting(setting ~ '.session_window', entry.session_window, ['sliding', 'tumbling']) -%}
        {%- if session_us is none -%}
            {%- do setting_error(setting ~ '.session_window', 'is set without session_timeout', 'left out; or give a session_timeout') -%}
        {%- endif -%}
    {%- endif -%}
    {%- set heartbeat_us = duration_us(setting ~ '.heartbeat', entry.heartbeat) if entry.get('heartbeat') is not none else none -%}

    {#- Gaps. -#}
    {%- set on_gap = entry.get('on_gap') -%}
    {%- if on_gap is not none -%}
        {%- do _choice_setting(setting ~ '.on_gap', on_gap, ['wait', 'skip', 'stand_in', 'suspend']) -%}
        {%- if key_type != 'sequence' -%}
            {%- do setting_error(setting ~ '.on_gap', 'is set for key_type ' ~ key_type, 'left out: only key_type sequence knows gaps') -%}
        {%- elif on_gap == 'wait' and bake_us is not none -%}
            {%- do setting_error(setting ~ '.on_gap', 'is wait although there is a bake_time', 'skip, stand_in or suspend; or leave bake_time out to wait for ever') -%}
        {%- elif on_gap != 'wait' and bake_us is none -%}
            {%- do setting_error(setting ~ '.on_gap', 'is ' ~ on_gap ~ ' without a bake_time', 'wait; or give a bake_time after which a gap counts as one') -%}
        {%- endif -%}
    {%- endif -%}
    {%- if entry.get('max_stand_ins') is not none and on_gap != 'stand_in' -%}
        {%- do setting_error(setting ~ '.max_stand_ins', 'is set without on_gap: stand_in', 'left out; or give on_gap: stand_in') -%}
    {%- endif -%}
    {%- if entry.get('hold') is not none -%}
        {%- do _choice_setting(setting ~ '.hold', entry.hold, ['whole_sequence']) -%}
        {%- if key_type != 'sequence' -%}
            {%- do setting_error(setting ~ '.hold', 'is set for key_type ' ~ key_type, 'left out: only a sequence is known to be whole') -%}
        {%- endif -%}
    {%- endif -%}

    {%- if entry.get('duplicates') is not none -%}
        {%- do _choice_setting(setting ~ '.duplicates', entry.duplicates, ['bypass', 'release', 'replace']) -%}
        {%- if key_type == 'sequence' and entry.duplicates == 'release' -%}
            {%- do setting_error(setting ~ '.duplicates', 'is release for key_type sequence, in which a number leaves once', 'bypass; or a key_type of which only the order is known, such as long') -%}
        {%- endif -%}
        {%- if not is_sequence and entry.duplicates == 'replace' -%}
            {%- do setting_error(setting ~ '.duplicates', 'is replace for ' ~ ('session_timeout' if session_us is not none else 'key_type ' ~ key_type) ~ ', where messages with equal keys are not one number', 'bypass or release; or key_type sequence without session_timeout') -%}
        {%- endif -%}
        {%- if entry.duplicates == 'replace' and entry.get('session_size') is not none -%}
            {%- do setting_error(setting ~ '.duplicates', 'is replace together with session_size, which may turn away the message that took the place of another', 'bypass; or leave session_size out') -%}
        {%- endif -%}
    {%- endif -%}

    {#- Directions and counters. -#}
    {%- set orders = _order_setting(setting ~ '.order', entry.get('order'), is_composite) -%}
    {%- if entry.get('wrap_at') is not none and (key_type != 'sequence' or 'descending' in orders or entry.get('step', 1) != 1) -%}
        {%- do setting_error(setting ~ '.wrap_at', 'is set for ' ~ ('key_type ' ~ key_type if key_type != 'sequence' else 'order descending or a step'), 'left out: only a sequence that counts up by 1 wraps') -%}
    {%- endif -%}

    {%- if is_composite and is_sequence and entry.get('wrap_at') is none -%}
        {%- do setting_error(setting ~ '.key', 'has two parts, and nothing says which number follows the last of a first part', 'one template; or give wrap_at: how many numbers the second part has, from 0 on; or a key_type of which only the order is known, such as long') -%}
    {%- endif -%}
    {%- set wrap_at = _integer_setting(setting ~ '.wrap_at', entry.wrap_at, 2, 4611686018427387904) if entry.get('wrap_at') is not none else none -%}
    {%- if entry.get('wrap_to') is not none and wrap_at is none -%}
        {%- do setting_error(setting ~ '.wrap_to', 'is set without wrap_at', 'left out; or give wrap_at: the number after the largest') -%}
    {%- endif -%}
    {%- set wrap_to = _integer_setting(setting ~ '.wrap_to', entry.wrap_to, 0, wrap_at - 2) if entry.get('wrap_to') is not none else 0 -%}

    {#- Room. -#}
    {%- if entry.get('on_overflow') is not none -%}
        {%- do _choice_setting(setting ~ '.on_overflow', entry.on_overflow, ['release', 'bypass', 'fail']) -%}
        {%- if entry.get('session_size') is none -%}
            {%- do setting_error(setting ~ '.on_overflow', 'is set without session_size', 'left out; or give a session_size') -%}
        {%- endif -%}
    {%- endif -%}

    {%- if entry.get('session_size') is not none and entry.get('hold') is not none -%}
        {%- do setting_error(setting ~ '.session_size', 'is set together with hold, which lets nothing leave in part', 'left out; or leave hold out') -%}
    {%- endif -%}
    {%- if entry.get('session_size') is not none and on_gap == 'stand_in' -%}
        {%- do setting_error(setting ~ '.session_size', 'is set together with on_gap: stand_in, and nothing stands in for what is passed over for want of room', 'left out; or give another on_gap') -%}
    {%- endif -%}

    {%- set partial_us = duration_us(setting ~ '.partial_after', entry.partial_after) if entry.get('partial_after') is not none else none -%}
    {%- if partial_us is not none and entry.get('hold') is none -%}
        {%- do setting_error(setting ~ '.partial_after', 'is set without hold: whole_sequence, and nothing is held that could leave in part', 'left out; or give hold: whole_sequence') -%}
    {%- elif partial_us == 0 -%}
        {%- do setting_error(setting ~ '.partial_after', 'is 0, by which each message would leave alone', 'a duration such as 60s, or left out') -%}
    {%- elif partial_us is not none and heartbeat_us -%}
        {%- do setting_error(setting ~ '.partial_after', 'is set together with heartbeat, with which messages would leave after their sequence has ended', 'left out; or leave heartbeat out') -%}
    {%- elif partial_us is not none and on_gap == 'stand_in' -%}
        {%- do setting_error(setting ~ '.partial_after', 'is set together with on_gap: stand_in, and nothing stands in for what a partial sequence skips', 'left out; or give another on_gap') -%}
    {%- endif -%}

    {#- Epochs. -#}
    {%- set reopens = _boolean_setting(setting ~ '.reopen', entry.reopen) if entry.get('reopen') is not none else false -%}
    {%- set unlike = {
        'session_timeout': 'whose sessions start again by themselves',
        'heartbeat': 'with which a message could be released after the next epoch has begun',
        'session_size': 'which may end an epoch when a run happens to be',
    } -%}
    {%- for field in unlike if reopens and entry.get(field) is not none -%}
        {%- do setting_error(setting ~ '.reopen', 'is set together with ' ~ field ~ ', ' ~ unlike[field], 'left out; or leave ' ~ field ~ ' out') -%}
    {%- endfor -%}
    {%- if reopens and on_gap == 'stand_in' -%}
        {%- do setting_error(setting ~ '.reopen', 'is set together with on_gap: stand_in, after which a sequence may wait for a decision', 'left out; or give another on_gap') -%}
    {%- endif -%}

    {%- set start_after_us = duration_us(setting ~ '.start_after', entry.start_after) if entry.get('start_after') is not none else none -%}
    {%- if start_after_us is not none and partial_us is not none -%}
        {%- do setting_error(setting ~ '.start_after', 'is set together with partial_after, and both are counted from the first arrival', 'left out; or leave partial_after out') -%}
    {%- elif start_after_us is not none and entry.get('duplicates') == 'replace' -%}
        {%- do setting_error(setting ~ '.start_after', 'is set together with duplicates: replace, and the first arrival may have been replaced', 'left out; or leave duplicates out') -%}
    {%- endif -%}
    {%- if start_after_us is not none and reopens -%}
        {%- do setting_error(setting ~ '.start_after', 'is set together with reopen, by which each epoch begins like a sequence of its own', 'left out; or leave reopen out') -%}
    {%- endif -%}

    {%- set mode = _delivery_setting(setting, entry) -%}
    {%- do mode.update({
        'mode': 'session' if session_us is not none else 'sequence' if is_sequence else 'static' if bake_us == 0 else 'baking',
        'bake_us': none if on_gap == 'suspend' else bake_us,
        'auto': auto,
        'alarm_us': bake_us if on_gap == 'suspend' else none,
        'session_us': session_us,
        'is_tumbling': entry.get('session_window') == 'tumbling',
        'heartbeat_us': heartbeat_us or none,
        'on_gap': on_gap or ('wait' if bake_us is none else 'skip'),
        'max_stand_ins': _integer_setting(setting ~ '.max_stand_ins', entry.get('max_stand_ins', 1000), 1, 1000000) if on_gap == 'stand_in' else none,
        'holds_whole': entry.get('hold') == 'whole_sequence',
        'partial_us': partial_us,
        'is_descending': orders[0] == 'descending',
        'differs_in_order': orders[0] != orders[-1],
        'start_after_us': start_after_us,
        'wrap_at': wrap_at if not is_composite else none,
        'wrap_to': wrap_to or none,
        'reopens': reopens,
        'releases_repeats': entry.get('duplicates') == 'release',
        'replaces': entry.get('duplicates') == 'replace',
        'second_below': wrap_at if is_composite else none,
        'is_composite': is_composite,
        'counts_arrivals': key_type == 'arrival',
        'is_ranked': key_type in ['double', 'decimal', 'numeral', 'string', 'time'] or (is_composite and not is_sequence),
        'session_size': _integer_setting(setting ~ '.session_size', entry.session_size, 0) if entry.get('session_size') is not none else none,
        'on_overflow': entry.get('on_overflow', 'release'),
    }) -%}
    {%- do mode.update(_link_setting(setting, entry, key_type, is_composite)) -%}
    {%- do mode.update(_restart_setting(setting, entry, key_type, is_composite, none if is_composite or wrap_at is none else wrap_at - wrap_to)) -%}
    {%- do return(mode) -%}
{%- endmacro %}
