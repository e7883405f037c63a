{% macro _restart_setting(setting, entry, key_type, is_composite, counter_count) -%}
    {#-
        Senders that begin again under the same id, and what else numbers are compared for (docs/semantics.md, ends and restarts):
          restarts        whether they may (restart)
          backward, forward   how far behind the highest of its epoch a number may lie, and how far ahead, to be of it; none: any
          silence_us, within_us, begins_by_repeat   the other fields of restart
          max_gap         how far ahead of the highest a number may lie; none: any
          reopen_after_us   for so long after an end repeats of its numbers open no epoch
          unique_us       for so long the same message_id is a repeat
          follows         whether the messages of a sequence are read one after the other for that (int_resequencer__restarts)
        counter_count: how many numbers a counter that wraps has; none: it does not.
    -#}
    {%- set fields = {
        'restarts': false, 'backward': none, 'forward': none, 'silence_us': none, 'within_us': none, 'begins_by_repeat': false,
        'max_gap': none, 'reopen_after_us': none, 'unique_us': none,
    } -%}
    {%- for name, field in {'unique_ids': 'unique_us', 'reopen_after': 'reopen_after_us'}.items() if entry.get(name) is not none -%}
        {%- do fields.update({field: duration_us(setting ~ '.' ~ name, entry[name])}) -%}
        {%- if fields[field] == 0 -%}
            {%- do setting_error(setting ~ '.' ~ name, 'is 0, which is over as it begins', 'a duration such as 10m, or left out') -%}
        {%- endif -%}
        {%- if var('resequencer__retain', none) is not none and fields[field] > duration_us('resequencer__retain', var('resequencer__retain')) -%}
            {%- do setting_error(setting ~ '.' ~ name, 'is ' ~ entry[name] ~ ', longer than resequencer__retain remembers (' ~ var('resequencer__retain') ~ ')', 'at most as long; or give a longer resequencer__retain') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if entry.get('unique_ids') is not none and (entry.get('type') == 'claim' or entry.get('id') is not none) -%}
        {%- do setting_error(setting ~ '.unique_ids', 'is set together with ' ~ ('type: claim' if entry.get('type') == 'claim' else 'id') ~ ', by which messages of one id belong together', 'left out; or leave claims out') -%}
    {%- endif -%}
    {%- if fields.reopen_after_us is not none and not entry.get('reopen') -%}
        {%- do setting_error(setting ~ '.reopen_after', 'is set without reopen: after its end a sequence takes nothing anyway', 'left out; or give reopen: true') -%}
    {%- endif -%}
    {%- if entry.get('max_gap') is not none -%}
        {%- do fields.update({'max_gap': _integer_setting(setting ~ '.max_gap', entry.max_gap, 1)}) -%}
    {%- endif -%}
    {%- set restart = entry.get('restart') -%}
    {%- if restart is not none -%}
        {%- if restart is not mapping or not restart -%}
            {%- do setting_error(setting ~ '.restart', 'is not a mapping', 'what a new beginning is told by, such as {backward: 100} or {silence: 10m}') -%}
        {%- endif -%}
        {%- for name in restart if name not in restart_fields() -%}
            {%- do _unknown_name_error(setting ~ '.restart', name, restart_fields() | list) -%}
        {%- endfor -%}
        {%- for name in ['backward', 'forward'] if restart.get(name) is not none -%}
            {%- do fields.update({name: _integer_setting(setting ~ '.restart.' ~ name, restart[name], 0)}) -%}
        {%- endfor -%}
        {%- for name in ['silence', 'within'] if restart.get(name) is not none -%}
            {%- do fields.update({name ~ '_us': duration_us(setting ~ '.restart.' ~ name, restart[name])}) -%}
            {%- if fields[name ~ '_us'] == 0 -%}
                {%- do setting_error(setting ~ '.restart.' ~ name, 'is 0, which is over as it begins', 'a duration such as 10m, or left out') -%}
            {%- endif -%}
        {%- endfor -%}
        {%- if restart.get('repeat') is not none -%}
            {%- do fields.update({'begins_by_repeat': _boolean_setting(setting ~ '.restart.repeat', restart.repeat)}) -%}
        {%- endif -%}
        {%- do fields.update({'restarts': fields.begins_by_repeat or [fields.backward, fields.forward, fields.silence_us] | reject('none') | list | length > 0}) -%}
        {%- if not fields.restarts -%}
            {%- do setting_error(setting ~ '.restart', 'says nothing that a new beginning is told by', 'backward, forward, silence or repeat; or leave restart out') -%}
        {%- endif -%}
        {%- if fields.within_us is not none and counter_count is none and fields.backward is none and fields.forward is none -%}
            {%- do setting_error(setting ~ '.restart.within', 'is set, but silence and repeat wait for no confirmation', 'left out; or give backward or forward') -%}
        {%- endif -%}
        {%- if fields.forward is not none and fields.max_gap is not none and fields.forward != fields.max_gap -%}
            {%- do setting_error(setting ~ '.restart.forward', 'is ' ~ fields.forward ~ ' and max_gap ' ~ fields.max_gap, 'the same as max_gap; or leave one of the two out') -%}
        {%- endif -%}
    {%- endif -%}
    {%- for field in ['restart', 'max_gap', 'reopen_after'] if entry.get(field) is not none -%}
        {%- if key_type != 'sequence' or entry.get('session_timeout') is not none -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set for ' ~ ('key_type ' ~ key_type if key_type != 'sequence' else 'session_timeout'), 'left out: only the numbers of a sequence are compared with those before them') -%}
        {%- endif -%}
        {%- if is_composite -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set together with a key of two parts', 'left out; or give a key of one part') -%}
        {%- endif -%}
        {%- for other in ['partial_after', 'start_after'] if entry.get(other) is not none -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set together with ' ~ other ~ ', and a message that opens an epoch would have to wait for it', 'left out; or leave ' ~ other ~ ' out') -%}
        {%- endfor -%}
        {%- if entry.get('duplicates') == 'replace' -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set together with duplicates: replace, by which a number that has come is another message later', 'left out; or give duplicates: bypass') -%}
        {%- endif -%}
        {%- if entry.get('session_size') is not none -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set together with session_size, which may end an epoch when a run happens to be', 'left out; or leave session_size out') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set unlike = {
        'heartbeat': (entry.get('heartbeat') is not none, 'with which a message could be released after the next epoch has begun'),
        'on_gap: stand_in': (entry.get('on_gap') == 'stand_in', 'after which a sequence may wait for a decision'),
        'on_failure: terminate': (entry.get('on_failure') == 'terminate', 'and which epoch a message opens may not hang on a delivery'),
        'bake_time: auto': (entry.get('bake_time') == 'auto', 'by which a bake time may change while a number waits to be confirmed'),
    } -%}
    {%- for name, why in unlike.items() if fields.restarts and why[0] -%}
        {%- do setting_error(setting ~ '.restart', 'is set together with ' ~ name ~ ', ' ~ why[1], 'left out; or leave ' ~ name ~ ' out') -%}
    {%- endfor -%}

    {%- if fields.max_gap is not none and entry.get('bake_time') == 'auto' -%}
        {%- do setting_error(setting ~ '.max_gap', 'is set together with ' ~ 'bake_time: auto, ' ~ unlike['bake_time: auto'][1], 'left out; or give a bake_time of its own') -%}
    {%- endif -%}
    {%- for field, distance in {'max_gap': fields.max_gap, 'restart.forward': fields.forward}.items() if distance is not none and distance < entry.get('step', 1) | int(1) -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is ' ~ distance ~ ', less than step (' ~ entry.step ~ '), so that no number could follow another', 'at least step: it is a difference of numbers') -%}
    {%- endfor -%}

    {#- Counted round: half the range either way, where nothing is said. -#}
    {%- if counter_count is not none and (fields.restarts or fields.max_gap is not none) -%}
        {%- set half = counter_count // 2 -%}
        {%- if fields.forward is none -%}
            {%- do fields.update({'forward': [half, fields.max_gap or 0] | max}) -%}
        {%- endif -%}
        {%- if fields.backward is none -%}
            {%- do fields.update({'backward': [half, counter_count - fields.forward] | min}) -%}
        {%- endif -%}
        {%- if fields.backward < 0 or fields.backward + fields.forward > counter_count -%}
            {%- set of = 'restart' if fields.restarts else 'max_gap' -%}
            {%- do setting_error(setting ~ '.' ~ of, 'takes numbers up to ' ~ fields.forward ~ ' ahead and ' ~ [fields.backward, 0] | max ~ ' behind, more than the ' ~ counter_count ~ ' numbers that there are', 'less; by default it is half the range either way') -%}
        {%- endif -%}
    {%- endif -%}
    {%- if fields.within_us is not none and counter_count is not none and fields.backward + fields.forward > counter_count - 2 -%}
        {%- do setting_error(setting ~ '.restart.within', 'is set, but of the ' ~ counter_count ~ ' numbers that there are, up to ' ~ fields.forward ~ ' ahead and ' ~ fields.backward ~ ' behind are of the same epoch, and none waits for confirmation', 'left out; or give less backward or forward') -%}
    {%- endif -%}
    {%- set is_compared = fields.restarts or fields.max_gap is not none or fields.reopen_after_us is not none -%}
    {#- With span_to neither reopen nor actions apply (_link_setting, int_resequencer__turning). -#}
    {%- set goes_by_itself = entry.get('duplicates') == 'replace' or entry.get('partial_after') is not none or entry.get('start_after') is not none or entry.get('span_to') is not none -%}
    {%- if counter_count is not none and entry.get('reopen') and goes_by_itself -%}
        {%- set field = 'partial_after' if entry.get('partial_after') is not none else 'duplicates: replace' -%}
        {%- do setting_error(setting ~ '.wrap_at', 'is set together with reopen and ' ~ field ~ ', and its counters are read one after the other then, which ' ~ field ~ ' is not', 'left out; or leave reopen or ' ~ field ~ ' out') -%}
    {%- endif -%}
    {%- do fields.update({
        'follows': key_type == 'sequence' and (
            is_compared or (counter_count is not none and not goes_by_itself and (entry.get('reopen') or var('resequencer__actions', none) is not none))
        ),
    }) -%}
    {%- do return(fields) -%}
{%- endmacro %}
