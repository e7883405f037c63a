{% macro _rulesets_setting(value, setting='resequencer__rulesets') -%}
    {#- The rulesets with their defaults; no list: one ruleset for everything. `setting` names the list in errors. -#}
    {%- if value is not none and (value is string or value is mapping or value is not iterable or value | length == 0) -%}
        {%- do setting_error(setting, 'is not a list of rulesets', 'a list such as [{name: orders, bake_time: 60s}]; left out, one ruleset takes everything') -%}
    {%- endif -%}
    {%- set rulesets = [] -%}
    {%- set names = [] -%}
    {%- for entry in value or [] -%}
        {%- set ruleset = _ruleset(setting ~ '[' ~ loop.index0 ~ ']', entry) -%}
        {%- if ruleset.name in names -%}
            {%- do setting_error(setting ~ '[' ~ loop.index0 ~ '].name', 'is ' ~ ruleset.name | tojson ~ ', which another ruleset has', 'a name of its own') -%}
        {%- endif -%}
        {%- do names.append(ruleset.name) -%}
        {%- do rulesets.append(ruleset) -%}
    {%- endfor -%}
    {%- if value is none -%}
        {%- do rulesets.append(_ruleset(setting, {'name': 'default'})) -%}
    {%- endif -%}

    {#- Rulesets that are ordered together have one threshold, so one way to move it. -#}
    {%- set groups = {} -%}
    {%- for ruleset in rulesets if ruleset.outlink is none -%}
        {%- set first = groups.get(ruleset.order_group) -%}
        {%- set differing = [] -%}
        {%- if first is none -%}
            {%- do groups.update({ruleset.order_group: ruleset}) -%}
        {%- else -%}
            {%- for field in ['key_type', 'start', 'step'] if ruleset[field] != first[field] -%}
                {%- do differing.append(field) -%}
            {%- endfor -%}
            {%- for field, name in [
                ('bake_us', 'bake_time'), ('auto', 'bake_time'), ('alarm_us', 'bake_time'), ('on_gap', 'on_gap'), ('max_stand_ins', 'max_stand_ins'),
                ('session_us', 'session_timeout'), ('is_tumbling', 'session_window'), ('heartbeat_us', 'heartbeat'),
                ('holds_whole', 'hold'), ('partial_us', 'partial_after'), ('reopens', 'reopen'), ('releases_repeats', 'duplicates'), ('replaces', 'duplicates'), ('is_descending', 'order'), ('wrap_at', 'wrap_at'), ('wrap_to', 'wrap_to'), ('differs_in_order', 'order'), ('start_after_us', 'start_after'), ('second_below', 'wrap_at'), ('is_composite', 'key'), ('session_size', 'session_size'),
                ('on_overflow', 'on_overflow'), ('is_acknowledged', 'delivery'), ('on_failure', 'on_failure'), ('max_attempts', 'max_attempts'), ('retry_us', 'retry_after'), ('expire_us', 'expire_after'),
                ('max_gap', 'max_gap'), ('restarts', 'restart'), ('backward', 'restart'), ('forward', 'restart'), ('silence_us', 'restart'),
                ('within_us', 'restart'), ('begins_by_repeat', 'restart'), ('reopen_after_us', 'reopen_after'), ('unique_us', 'unique_ids'),
                ('linked_by', ruleset.mode.linked_by or first.mode.linked_by),
            ] if ruleset.mode[field] != first.mode[field] -%}
                {%- do differing.append(name) -%}
            {%- endfor -%}
            {%- if differing -%}
                {%- do setting_error(
                    setting ~ ' ' ~ ruleset.name ~ '.' ~ differing[0],
                    'differs from that of ' ~ first.name ~ ', which is in the same order_group ' ~ ruleset.order_group,
                    'the same in every ruleset of one order_group'
                ) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}

    {#- Claims are for others, and what is claimed may have been so by any of them. -#}
    {%- set times = {} -%}
    {%- for ruleset in rulesets if ruleset.claim.is_claim -%}
        {%- set name = setting ~ ' ' ~ ruleset.name -%}
        {%- set claimed = rulesets | selectattr('order_group', 'equalto', ruleset.order_group) | rejectattr('claim.is_claim') | selectattr('outlink', 'none') | list -%}
        {%- if not claimed -%}
            {%- do setting_error(name ~ '.order_group', 'has nothing that could be claimed: all its rulesets claim', 'the order_group of the rulesets whose messages are claimed, which is by default their name') -%}
        {%- endif -%}
        {%- if ruleset.mode.reopens -%}
            {%- do setting_error(name ~ '.reopen', 'is set in an order_group with claims, and a claim means a message of whichever epoch', 'left out, in every ruleset of the order_group ' ~ ruleset.order_group) -%}
        {%- endif -%}
        {%- if times.setdefault(ruleset.order_group, ruleset).claim.time_to_live_us != ruleset.claim.time_to_live_us -%}
            {%- do setting_error(name ~ '.time_to_live', 'differs from that of ' ~ times[ruleset.order_group].name ~ ', which is in the same order_group ' ~ ruleset.order_group, 'the same in every ruleset that claims in one order_group') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do _check_outlets(setting, rulesets) -%}
    {%- do return(rulesets) -%}
{%- endmacro %}
