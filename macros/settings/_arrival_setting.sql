{% macro _arrival_setting(setting, entry) -%}
    {#- What comes leaves in the order in which it came (key_type: arrival): what says how to order, or what to wait for, is refused. -#}
    {%- set unlike = {
        'key': 'which orders by nothing else', 'key_substitution': 'which has no key',
        'bake_time': 'which waits for nothing', 'session_timeout': 'which waits for nothing', 'order': 'whose order is that of arrival',
        'duplicates': 'in which no message repeats another',
    } -%}
    {%- for field in unlike if entry.get(field) is not none -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is set for key_type arrival, ' ~ unlike[field], 'left out; or give another key_type') -%}
    {%- endfor -%}
{%- endmacro %}
