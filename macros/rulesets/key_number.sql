{% macro key_number(ruleset, text='keyed.sort_key') -%}
    {#-
        The key as a bigint in its own order; null where it is none of its type, and where the type has no bigint.
        Times are microseconds since 1970; what has no zone is UTC, whatever the session's time zone is.
    -#}
    {%- set key_type = ruleset.key_type -%}
    {%- set time_pattern = ruleset.time_pattern -%}
    {%- if key_type == 'integer' -%}
        case when {{ as_integer(text) }} between -2147483648 and 2147483647 then {{ as_integer(text) }} end
    {%- elif key_type == 'time' and time_pattern is none -%}
        unix_micros({{ as_utc_timestamp(text) }})
    {%- elif key_type == 'time' and modules.re.search('[VzOXxZ]', modules.re.sub("'[^']*'", '', time_pattern)) -%}
        unix_micros(try_to_timestamp({{ text }}, {{ sql_text(time_pattern) }}))
    {%- elif key_type == 'time' -%}
        unix_micros(try_to_timestamp(concat({{ text }}, ' +00:00'), {{ sql_text(time_pattern ~ ' xxx') }}))
    {%- elif key_type in ['sequence', 'long'] -%}
        {{ as_integer(text) }}
    {%- else -%}
        cast(null as bigint)
    {%- endif -%}
{%- endmacro %}
