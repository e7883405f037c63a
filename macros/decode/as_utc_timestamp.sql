{% macro as_utc_timestamp(expression, type='string') -%}
    {#-
        A timestamp from text, or from a type of Spark's; what has no zone is UTC, whatever the session's time zone is. Which
        forms are read: docs/settings.md. What could be read in two ways, and what is outside of the years 1 to 9999, is null.
        Digits behind the microseconds are cut.
    -#}
    {%- if type == 'timestamp' -%}
        {{- expression -}}
    {%- elif type != 'string' -%}
        {{- as_utc_timestamp('cast(' ~ expression ~ ' as string)') -}}
    {%- else -%}
        {%- set usual = '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]([01][0-9]|2[0-3]):[0-9]{2}:[0-5][0-9]([.][0-9]+)?' -%}
        {#- A zone could lead out of the years 1 to 9999. -#}
        {%- set in_range = '(?!0000|(0001-01-01|9999-12-31).*[+-](?!00:00$)[0-9]{2}:)' -%}
        {#- The end of a day, and a leap second: read as the hour and the second before, to which one is added. -#}
        {%- set trimmed = "trim(both ' \\t\\r\\n' from " ~ expression ~ ')' -%}
        {%- set day = '^((?!9999-?12-?31)[0-9]{4}-?[0-9]{2}-?[0-9]{2}[Tt ]' -%}
        {%- set end_of_day = "'" ~ day ~ ")24(?=:?00(?::?00(?:[.,]0+)?)?(?:[Zz]|[+-][0-9:]+)?$)'" -%}
        {%- set leap_second = "'" ~ day ~ "23:?59:?)60(?=(?:[.,][0-9]+)?(?:[Zz]|[+-]00:?00)?$)'" -%}
        {%- set existing = 'regexp_replace(regexp_replace(' ~ trimmed ~ ', ' ~ end_of_day ~ ", '$123'), " ~ leap_second ~ ", '$159')" -%}
        case
            -- As most write it, there is nothing to rewrite.
            when {{ expression }} rlike '^{{ in_range }}{{ usual }}(Z|[+-][0-9]{2}:[0-9]{2})$' then try_cast({{ expression }} as timestamp)
            when {{ expression }} rlike '^{{ in_range }}{{ usual }}$' then try_cast(concat({{ expression }}, 'Z') as timestamp)
            else
                try_cast({{ as_iso_text(with_month_number(trimmed, existing)) }} as timestamp)
                + case
                    when {{ trimmed }} rlike {{ end_of_day }} then interval '1' hour
                    when {{ trimmed }} rlike {{ leap_second }} then interval '1' second
                    else interval '0' second
                end
        end
    {%- endif -%}
{%- endmacro %}
