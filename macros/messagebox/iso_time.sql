{% macro iso_time(timestamp) -%}
    {#- A timestamp as ISO 8601 in UTC, to the microsecond, as SQL: 2026-01-31T12:00:00.000000Z, whatever the session's time zone is. -#}
    {%- do return(
        "to_csv(named_struct('at', " ~ timestamp ~ "), map('timeZone', 'UTC', 'timestampFormat', \"yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX\"))"
    ) -%}
{%- endmacro %}
