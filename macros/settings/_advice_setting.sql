{% macro _advice_setting(setting, entry) -%}
    {#-
        The fields of `_advice_field_names`, checked, with their defaults. A bake time is advised by a target, or by
        what a late message and a second of waiting cost: then late_cost and wait_cost are set, else none.
    -#}
    {%- set costs = ['late_cost', 'wait_cost'] | select('in', entry) | list -%}
    {%- for field in ['target_late_rate', 'target_confidence'] if costs and field in entry -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is set together with ' ~ costs[0] ~ ', and there is one way to choose a bake time', 'left out, to advise the cheapest bake time; or leave the costs out') -%}
    {%- endfor -%}
    {%- if costs | length == 1 -%}
        {%- set missing = ['late_cost', 'wait_cost'] | reject('in', entry) | first -%}
        {%- do setting_error(setting ~ '.' ~ missing, 'is not set with ' ~ costs[0], 'a number above 0: what ' ~ ('a message that is late' if missing == 'late_cost' else 'a message costs for each second it waits') ~ ', in the same currency') -%}
    {%- endif -%}
    {%- do return({
        'target_late_rate': _number_setting(setting ~ '.target_late_rate', entry.get('target_late_rate', 0.01), 1),
        'target_confidence': _number_setting(setting ~ '.target_confidence', entry.get('target_confidence', 0.95), 1),
        'late_cost': _number_setting(setting ~ '.late_cost', entry.late_cost) if costs else none,
        'wait_cost': _number_setting(setting ~ '.wait_cost', entry.wait_cost) if costs else none,
    }) -%}
{%- endmacro %}
