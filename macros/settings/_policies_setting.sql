{% macro _policies_setting(value, rulesets) -%}
    {#-
        The policies of what-if: a list of {name, rulesets}, the rulesets checked and with their defaults as those of
        `_rulesets_setting`, from `rulesets` (as in the vars) with the fields that the policy changes. Only what has
        no say in how a message is routed and its key is read can be changed: that has been done when a message
        was judged, and is not done again.
    -#}
    {%- set setting = 'resequencer__policies' -%}
    {%- if value is not none and (value is string or value is mapping or value is not iterable) -%}
        {%- do setting_error(setting, 'is not a list of policies', 'a list such as [{name: patient, bake_time: 10m}]; left out, there are none') -%}
    {%- endif -%}
    {%- set fields = ['name', 'rulesets', 'bake_time', 'on_gap', 'key_type', 'start', 'heartbeat', 'session_size', 'on_overflow', 'duplicates'] -%}
    {%- set rulesets = rulesets or [{'name': 'default'}] -%}
    {%- set names = rulesets | rejectattr('outlink') | map(attribute='name') | list -%}
    {%- set policies = [] -%}
    {%- for entry in value or [] -%}
        {%- set place = setting ~ '[' ~ loop.index0 ~ ']' -%}
        {%- if entry is not mapping -%}
            {%- do setting_error(place, 'is not a mapping', 'a policy such as {name: patient, bake_time: 10m}') -%}
        {%- endif -%}
        {%- set name = _name_setting(place ~ '.name', entry.get('name')) -%}
        {%- if name == 'as_set' -%}
            {%- do setting_error(place ~ '.name', 'is as_set, as the rulesets as they are set are called', 'another name') -%}
        {%- endif -%}
        {%- if name in policies | map(attribute='name') -%}
            {%- do setting_error(place ~ '.name', 'is ' ~ name | tojson ~ ', which another policy has', 'a name of its own') -%}
        {%- endif -%}
        {%- set place = setting ~ ' ' ~ name -%}
        {%- set untried = {
            'session_timeout': 'by which messages leave by other times than their own', 'hold': 'by which a sequence leaves as a whole',
            'step': 'which its numbers were counted by', 'key': 'by which its keys were read', 'group_by': 'by which its messages were grouped',
            'order': 'by which its numbers were counted', 'wrap_at': 'by which its numbers were counted', 'wrap_to': 'by which its numbers were counted',
            'key_substitution': 'by which its keys were read', 'max_ahead': 'by which its arrivals were dated',
            'start_after': 'by which a sequence begins, whatever its bake time is',
            'span_to': 'by which its messages were read', 'previous': 'by which its messages were read',
        } -%}
        {%- for field in untried if field in entry -%}
            {%- do setting_error(place ~ '.' ~ field, 'cannot be tried: ' ~ untried[field], 'left out; a policy changes ' ~ fields[2:] | join(', ')) -%}
        {%- endfor -%}
        {%- for field in entry if field not in fields -%}
            {%- do _unknown_name_error(place, field, fields) -%}
        {%- endfor -%}
        {%- set chosen = entry.get('rulesets', names) -%}
        {%- if chosen is string or chosen is mapping or chosen is not iterable or chosen | length == 0 -%}
            {%- do setting_error(place ~ '.rulesets', 'is not a list of names', 'names of rulesets, such as [' ~ names | first ~ ']') -%}
        {%- endif -%}
        {%- if entry.get('on_gap') is not none -%}
            {%- do _choice_setting(place ~ '.on_gap', entry.on_gap, ['wait', 'skip', 'suspend']) -%}
        {%- endif -%}
        {%- if entry.get('bake_time') == 'auto' -%}
            {%- do setting_error(place ~ '.bake_time', 'is auto, which depends on when runs are', 'a duration such as 30s') -%}
        {%- endif -%}
        {%- if entry.get('on_overflow') is not none -%}
            {%- do _choice_setting(place ~ '.on_overflow', entry.on_overflow, ['release', 'bypass']) -%}
        {%- endif -%}
        {%- for one in chosen -%}
            {%- do _choice_setting(place ~ '.rulesets', one, names) -%}
        {%- endfor -%}

        {%- set beside = {'bake_time': ['bake_time_min', 'bake_time_max', 'bake_time_initial'], 'on_gap': ['max_stand_ins'], 'start': ['start_after']} -%}
        {%- if entry.get('key_type', 'sequence') != 'sequence' -%}{%- do beside.update({'key_type': ['start', 'start_after', 'step', 'on_gap', 'max_stand_ins', 'restart', 'max_gap', 'reopen_after', 'span_to', 'previous']}) -%}{%- endif -%}
        {%- if entry.get('key_type') == 'sequence' -%}{%- do beside.update({'key_type': ['duplicates']}) -%}{%- endif -%}
        {%- if 'session_size' in entry and entry.session_size is none -%}{%- do beside.update({'session_size': ['on_overflow']}) -%}{%- endif -%}
        {%- set changed = [] -%}
        {%- for ruleset in rulesets -%}
            {%- set merged = dict(ruleset) -%}
            {%- for field in entry if field not in ['name', 'rulesets'] and ruleset.name in chosen -%}
                {#- Empty: as if the ruleset did not have it. -#}
                {%- do merged.pop(field, none) -%}
                {#- With it goes what only means something beside it. -#}
                {%- for other in beside.get(field, []) if other not in entry -%}{%- do merged.pop(other, none) -%}{%- endfor -%}
                {%- if entry[field] is not none -%}{%- do merged.update({field: entry[field]}) -%}{%- endif -%}
            {%- endfor -%}
            {%- do changed.append(merged) -%}
        {%- endfor -%}
        {%- set checked = _rulesets_setting(changed, place ~ ': resequencer__rulesets') -%}
        {%- for ruleset in checked -%}
            {%- set before = _ruleset(setting, rulesets[loop.index0]) -%}
            {%- set numbers = ['sequence', 'long'] -%}
            {%- if ruleset.key_type != before.key_type and not (ruleset.key_type in numbers and before.key_type in numbers) -%}
                {%- do setting_error(place ~ '.key_type', 'is ' ~ ruleset.key_type ~ ' although the keys of ' ~ ruleset.name ~ ' were read as ' ~ before.key_type, 'left out; keys that were read as whole numbers of 64 bits may be tried as ' ~ numbers | join(', ')) -%}
            {%- endif -%}
            {%- if ruleset.key_type != before.key_type and before.step != 1 -%}
                {%- do setting_error(place ~ '.key_type', 'is ' ~ ruleset.key_type ~ ' although the numbers of ' ~ ruleset.name ~ ' have a step of ' ~ before.step, 'left out: of what is off the step, and failed, the number is not kept') -%}
            {%- endif -%}
            {%- if ruleset.key_type == 'sequence' and ruleset.start != before.start and (before.step != 1 or before.mode.wrap_at is not none) -%}
                {%- do setting_error(place ~ '.start', 'is ' ~ ruleset.start ~ ' although the numbers of ' ~ ruleset.name ~ ' were counted from ' ~ before.start, 'left out: with a step, and where counters wrap, numbers depend on it') -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do policies.append({'name': name, 'rulesets': checked}) -%}
    {%- endfor -%}
    {%- do return(policies) -%}
{%- endmacro %}
