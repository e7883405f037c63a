{% macro key_time(ruleset, text) -%}
    {#-
        A key that is a time as microseconds since 1970, with three places behind the point for nanoseconds; null where it is no
        time. What has no zone is UTC, whatever the session's time zone is. Digits behind the ninth are cut.
    -#}
    {%- set pattern = ruleset.time_pattern -%}
    {#- Spark's timestamps end with microseconds, so the other three digits are looked up in the text. -#}
    {%- set digits = 'regexp_extract(' ~ text ~ ", '[.,]([0-9]+)', 1)" if pattern is none else time_fraction(pattern, text) -%}
    {%- if pattern is none -%}
        {%- set time = as_utc_timestamp(text) -%}
    {%- else -%}
        {%- set has_zone = modules.re.search('[VzOXxZ]', modules.re.sub("'[^']*'", '', pattern)) -%}
        {%- set read = text ~ ', ' ~ sql_text(pattern) if has_zone else 'concat(' ~ text ~ ", ' +00:00'), " ~ sql_text(pattern ~ ' xxx') -%}
        {#- A year that no timestamp holds raises; try_add catches that (macro tried). -#}
        {%- set time = 'try_add(try_to_timestamp(' ~ read ~ "), interval '0' second)" -%}
    {%- endif -%}
    (cast(unix_micros({{ time }}) as decimal(20, 0)) + try_cast(concat('0.', substring(rpad({{ digits }}, 9, '0'), 7, 3)) as decimal(3, 3)))
{%- endmacro %}
