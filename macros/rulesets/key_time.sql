{% macro key_time(ruleset, text) -%}
    {#-
        A key that is a time as microseconds since 1970, with three places behind the point for nanoseconds; null where it is no
        time. What has no zone is UTC, whatever the session's time zone is. Digits behind the ninth are cut.
    -#}
    {%- set pattern = ruleset.time_pattern -%}
    {#- What Spark reads of a year that no timestamp holds raises; try_add catches that (macro tried). -#}
    {%- set read_by_pattern = 'try_add(try_to_timestamp(%s, %s), interval \'0\' second)' -%}
    {#- Spark's timestamps end with microseconds, so the other three digits are looked up in the text. -#}
    {%- set digits = 'regexp_extract(' ~ text ~ ", '[.,]([0-9]+)', 1)" if pattern is none else time_fraction(pattern, text) -%}
    {%- if pattern is none -%}
        {%- set time = as_utc_timestamp(text) -%}
    {%- elif modules.re.search('[VzOXxZ]', modules.re.sub("'[^']*'", '', pattern)) -%}
        {%- set time = read_by_pattern % (text, sql_text(pattern)) -%}
    {%- else -%}
        {%- set time = read_by_pattern % ('concat(' ~ text ~ ", ' +00:00')", sql_text(pattern ~ ' xxx')) -%}
    {%- endif -%}
    (cast(unix_micros({{ time }}) as decimal(20, 0)) + try_cast(concat('0.', substring(rpad({{ digits }}, 9, '0'), 7, 3)) as decimal(3, 3)))
{%- endmacro %}
