{% macro utc_text(timestamp) -%}
    {#- A timestamp to read, such as 2026-01-31 12:00:00.000000 UTC; date_format would write it in the session's time zone. -#}
    case
        when {{ timestamp }} is not null
            then concat(
                to_csv(named_struct('at', {{ timestamp }}), map('timeZone', 'UTC', 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS')),
                ' UTC'
            )
    end
{%- endmacro %}
