{% macro _delivery_setting(setting, entry) -%}
    {#-
        What becomes of a message after its turn has come: {delivers: whether outcomes come in at all, is_acknowledged,
        on_failure}.
    -#}
    {%- set delivers = var('resequencer__deliveries', none) is not none -%}
    {%- set delivery = _choice_setting(setting ~ '.delivery', entry.get('delivery') or 'unacknowledged', ['unacknowledged', 'acknowledged']) -%}
    {%- set on_failure = _choice_setting(setting ~ '.on_failure', entry.get('on_failure') or 'suspend', ['suspend', 'dead_letter', 'park', 'fail']) -%}
    {%- set told = ['delivery'] if delivery == 'acknowledged' else ['on_failure'] if entry.get('on_failure') is not none else [] -%}
    {%- for field in told if not delivers -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is ' ~ entry[field] ~ ', but nothing says what has been delivered', 'left out; or give resequencer__deliveries, where outcomes come in') -%}
    {%- endfor -%}
    {%- for field in ['hold', 'session_timeout'] if told and entry.get(field) is not none -%}
        {%- do setting_error(setting ~ '.' ~ told[0], 'is set together with ' ~ field ~ ', which lets many leave at one moment', 'left out; or leave ' ~ field ~ ' out') -%}
    {%- endfor -%}
    {%- do return({
        'delivers': delivers and entry.get('hold') is none and entry.get('session_timeout') is none,
        'is_acknowledged': delivery == 'acknowledged',
        'on_failure': on_failure,
    }) -%}
{%- endmacro %}
