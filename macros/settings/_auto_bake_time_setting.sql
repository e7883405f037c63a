{% macro _auto_bake_time_setting(setting, entry) -%}
    {#-
        Of `bake_time: auto`: {from_us, to_us, initial_us}, the bounds of the bake time and what it is until one is advised;
        none where the bake time is set, or there is none. It is never 0, since static mode is a mode of its own.
    -#}
    {%- set bounds = ['bake_time_min', 'bake_time_max', 'bake_time_initial'] -%}
    {%- if entry.get('bake_time') != 'auto' -%}
        {%- for field in bounds if field in entry -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is set without bake_time: auto', 'left out; or give bake_time: auto, to take what is advised') -%}
        {%- endfor -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- for field in ['reopen'] if entry.get(field) -%}
        {%- do setting_error(setting ~ '.bake_time', 'is auto together with ' ~ field, 'a duration; or leave ' ~ field ~ ' out') -%}
    {%- endfor -%}
    {%- if entry.get('on_gap', 'skip') != 'skip' -%}
        {%- do setting_error(setting ~ '.on_gap', 'is ' ~ entry.on_gap ~ ' with bake_time: auto', 'skip; or give a duration as bake_time') -%}
    {%- endif -%}
    {%- set from_us = duration_us(setting ~ '.bake_time_min', entry.get('bake_time_min', '1s')) -%}
    {%- set to_us = duration_us(setting ~ '.bake_time_max', entry.get('bake_time_max', '1h')) -%}
    {%- if from_us == 0 or from_us > to_us -%}
        {%- do setting_error(setting ~ '.bake_time_min', 'is ' ~ (entry.get('bake_time_min', '1s')) ~ ' and bake_time_max ' ~ entry.get('bake_time_max', '1h'), 'above 0, and not above bake_time_max') -%}
    {%- endif -%}
    {%- set initial_us = [[duration_us(setting ~ '.bake_time_initial', entry.get('bake_time_initial', '1m')), from_us] | max, to_us] | min -%}
    {%- do return({'from_us': from_us, 'to_us': to_us, 'initial_us': initial_us}) -%}
{%- endmacro %}
