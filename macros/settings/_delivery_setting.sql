{% macro _delivery_setting(setting, entry) -%}
    {#-
        What becomes of a message once it is ready, and of its sequence besides:
          is_reported     whether outcomes of deliveries are taken
          is_acknowledged, on_failure
          max_attempts    how often a message is handed on in all before on_failure counts
          retry_us        so long after a failure it is handed on again; twice as long each time
          expire_us       after so long without an arrival, an outcome or an action a sequence ends; none: never
          delivers        whether any of this is followed, or what operators do
    -#}
    {%- set delivers = var('resequencer__deliveries', none) is not none -%}
    {%- set expire_us = duration_us(setting ~ '.expire_after', entry.expire_after) if entry.get('expire_after') is not none else none -%}
    {%- if expire_us == 0 -%}
        {%- do setting_error(setting ~ '.expire_after', 'is 0, by which a sequence would end as it begins', 'a duration such as 1h, or left out') -%}
    {%- endif -%}
    {%- set delivery = _choice_setting(setting ~ '.delivery', entry.get('delivery') or 'unacknowledged', ['unacknowledged', 'acknowledged']) -%}
    {%- set on_failure = _choice_setting(setting ~ '.on_failure', entry.get('on_failure') or 'suspend', ['suspend', 'dead_letter', 'park', 'terminate', 'fail']) -%}
    {%- set max_attempts = _integer_setting(setting ~ '.max_attempts', entry.max_attempts, 1, 1000) if entry.get('max_attempts') is not none else 1 -%}
    {%- set retry_us = duration_us(setting ~ '.retry_after', entry.retry_after) if entry.get('retry_after') is not none else 0 -%}
    {%- if retry_us > 0 and max_attempts == 1 -%}
        {%- do setting_error(setting ~ '.retry_after', 'is ' ~ entry.retry_after ~ ', but nothing is tried again', 'left out; or give max_attempts, of at least 2') -%}
    {%- endif -%}
    {%- if retry_us > 0 and retry_us * 2 ** (max_attempts - 2) > duration_us(setting, '36500d') -%}
        {%- do setting_error(setting ~ '.retry_after', 'is ' ~ entry.retry_after ~ ', doubled up to attempt ' ~ max_attempts ~ ': more than 36500d', 'shorter; or give fewer max_attempts') -%}
    {%- endif -%}
    {%- set given = ['delivery'] if delivery == 'acknowledged' else [] -%}
    {%- for field in ['on_failure', 'max_attempts', 'retry_after'] if entry.get(field) is not none -%}
        {%- do given.append(field) -%}
    {%- endfor -%}
    {%- for field in given if not delivers -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is ' ~ entry[field] ~ ', but nothing says what has been delivered', 'left out; or give resequencer__deliveries, where outcomes come in') -%}
    {%- endfor -%}
    {%- for field in ['hold', 'session_timeout'] if given and entry.get(field) is not none -%}
        {%- do setting_error(
            setting ~ '.' ~ given[0], 'is set together with ' ~ field ~ ', which releases many messages at one moment',
            'left out; or leave ' ~ field ~ ' out'
        ) -%}
    {%- endfor -%}
    {%- set unlike = {
        'session_timeout': 'whose sessions end by themselves', 'reopen': 'by which what comes after an end is of a new sequence',
    } -%}
    {%- for field in unlike if entry.get(field) is not none and entry.get(field) is not sameas false -%}
        {%- if expire_us is not none and field == 'session_timeout' -%}
            {%- do setting_error(setting ~ '.expire_after', 'is set together with ' ~ field ~ ', ' ~ unlike[field], 'left out; or leave ' ~ field ~ ' out') -%}
        {%- endif -%}
        {%- if on_failure == 'terminate' and field == 'reopen' -%}
            {%- do setting_error(setting ~ '.on_failure', 'is terminate together with ' ~ field ~ ', ' ~ unlike[field] ~ ': which one may not hang on a delivery', 'another; or leave ' ~ field ~ ' out') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set is_reported = delivers and entry.get('hold') is none and entry.get('session_timeout') is none -%}
    {%- do return({
        'delivers': is_reported or ((var('resequencer__actions', none) is not none or expire_us is not none or entry.get('partial_after') is not none) and entry.get('session_timeout') is none),
        'is_reported': is_reported,
        'is_acknowledged': delivery == 'acknowledged',
        'on_failure': on_failure,
        'max_attempts': max_attempts,
        'retry_us': retry_us,
        'expire_us': expire_us,
    }) -%}
{%- endmacro %}
