{% macro _claim_setting(setting, entry, mode) -%}
    {#-
        Claims (docs/semantics.md): {is_claim, id, time_to_live_us}. A claim ruleset's messages claim those of the other
        rulesets in its order_group; both may say what identifies them, by default their key.
    -#}
    {%- set type = _choice_setting(setting ~ '.type', entry.get('type', 'sort'), ['sort', 'claim']) -%}
    {%- if type == 'claim' and mode.mode != 'baking' -%}
        {%- do setting_error(setting ~ '.type', 'is claim without messages that bake', 'sort; or give a bake_time, and a key_type of which only the order is known, such as long') -%}
    {%- endif -%}
    {%- if entry.get('time_to_live') is not none and type != 'claim' -%}
        {%- do setting_error(setting ~ '.time_to_live', 'is set for a ruleset that claims nothing', 'left out; or give type: claim') -%}
    {%- endif -%}
    {%- do return({
        'is_claim': type == 'claim',
        'id': _template_setting(setting ~ '.id', entry.id) if entry.get('id') is not none else none,
        'time_to_live_us': duration_us(setting ~ '.time_to_live', entry.get('time_to_live', '10m')) if type == 'claim' else none,
    }) -%}
{%- endmacro %}
