{% macro key_number(key_type, time_pattern=none) -%}
    {#-
        The key as a bigint in its own order; null where it is none of its type, and where the type has no bigint.
        Times are microseconds since 1970; what has no zone is UTC, whatever the session's time zone is.
    -#}
    {%- if key_type == 'integer' -%}
        case when {{ as_integer('keyed.sort_key') }} between -2147483648 and 2147483647 then {{ as_integer('keyed.sort_key') }} end
    {%- elif key_type == 'time' and time_pattern is none -%}
        unix_micros({{ as_utc_timestamp('keyed.sort_key') }})
    {%- elif key_type == 'time' and modules.re.search('[VzOXxZ]', modules.re.sub("'[^']*'", '', time_pattern)) -%}
        unix_micros(try_to_timestamp(keyed.sort_key, {{ sql_text(time_pattern) }}))
    {%- elif key_type == 'time' -%}
        unix_micros(try_to_timestamp(concat(keyed.sort_key, ' +00:00'), {{ sql_text(time_pattern ~ ' xxx') }}))
    {%- elif key_type in ['sequence', 'long'] -%}
        {{ as_integer('keyed.sort_key') }}
    {%- else -%}
        cast(null as bigint)
    {%- endif -%}
{%- endmacro %}
