{% macro _ruleset_defaults() -%}
    {#-
        What every ruleset has that does not say otherwise (resequencer__ruleset_defaults), as a SortNode has it for its rulesets. What can be
        checked of a field alone is checked here, under the name of the setting it comes from.
    -#}
    {%- set setting = 'resequencer__ruleset_defaults' -%}
    {%- set defaults = var(setting, none) -%}
    {%- if defaults is none -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- if defaults is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'fields of a ruleset, such as {bake_time: 60s, session_size: 1000}') -%}
    {%- endif -%}
    {%- set own = {'name': 'each ruleset has its own', 'match': 'each ruleset has its own', 'type': 'it says which rulesets claim', 'outlink': 'it says which rulesets order nothing'} -%}
    {%- for field, value in defaults.items() -%}
        {%- if field in own -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set, but ' ~ own[field], 'left out here, and given in the rulesets that need it') -%}
        {%- elif field not in ruleset_field_names() -%}
            {%- do _unknown_name_error(setting, field, ruleset_field_names() | reject('in', own) | list) -%}
        {%- elif value is none or value == 'auto' -%}
        {%- elif field in ['bake_time', 'session_timeout', 'heartbeat', 'expire_after', 'retry_after', 'time_to_live', 'bake_time_min', 'bake_time_max', 'bake_time_initial'] -%}
            {%- do duration_us(setting ~ '.' ~ field, value) -%}
        {%- elif field in ['session_size', 'max_attempts', 'max_stand_ins', 'step', 'start', 'wrap_at'] -%}
            {%- do _integer_setting(setting ~ '.' ~ field, value) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(defaults) -%}
{%- endmacro %}
