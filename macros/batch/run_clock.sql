{% macro run_clock(previous) -%}
    {#- The clock of this run in microseconds since 1970: resequencer__as_of, never earlier than the last run's. -#}
    {%- set as_of = settings().as_of -%}
    {%- if not execute -%}
        {%- do return(0) -%}
    {%- elif as_of == 'newest' -%}
        {%- do return(newest_clock(previous or {})) -%}
    {%- endif -%}
    {%- set moment = 'current_timestamp()' if as_of == 'now' else as_utc_timestamp(sql_text(as_of)) -%}
    {%- set clock = run_query('select cast(unix_micros(' ~ moment ~ ') as string)').rows[0][0] -%}
    {%- if clock is none -%}
        {%- do setting_error('resequencer__as_of', 'is ' ~ as_of | tojson ~ ', which is no time', 'now, or a timestamp such as 2026-01-31T12:00:00Z') -%}
    {%- endif -%}
    {%- if clock | int < (previous or {}).get('clock_us', clock | int) -%}
        {%- set last = modules.datetime.datetime.fromtimestamp(0, modules.pytz.utc) + modules.datetime.timedelta(microseconds=previous.clock_us) -%}
        {%- do setting_error('resequencer__as_of', 'is ' ~ as_of ~ ', but an earlier run of this lake had the clock ' ~ last.isoformat() ~ ' and what it decided stands', 'that time or a later one') -%}
    {%- endif -%}
    {%- do return(clock | int) -%}
{%- endmacro %}
