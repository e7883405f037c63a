{% macro as_utc_timestamp(expression, type='string') -%}
    {#-
        A timestamp from text, or from a type of Spark's; what has no zone is UTC, whatever the session's time zone is. Which
        forms are read: docs/settings.md. What could be read in two ways, and what is outside of the years 1 to 9999, is null.
        Digits behind the microseconds are cut.
    -#}
    {%- if type == 'timestamp' -%}
        case when {{ expression }} between timestamp_micros(-62135596800000000) and timestamp_micros(253402300799999999) then {{ expression }} end
    {%- elif type != 'string' -%}
        {{- as_utc_timestamp('cast(' ~ expression ~ ' as string)') -}}
    {%- else -%}
        {%- set usual = '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]([01][0-9]|2[0-3]):[0-9]{2}:[0-5][0-9]([.][0-9]+)?' -%}
        {#- A zone, or the end of the last day, would lead out of the years 1 to 9999. -#}
        {%- set in_range = '(?!0000|(?:0001-?0?1-?0?1|9999-?12-?31)[T -](?:24|23:?59:?60|[^/]*(?:/|[+-](?!00(?::?00)?\\\\s*$)[0-9:]+\\\\s*$)))' -%}
        {%- set extended, basic = '[0-9]{1,2}:[0-9]{1,2}(?::[0-9]{1,2}(?:[.,][0-9]+)?)?', '[0-9]{2}(?:[0-9]{2}(?:[0-9]{2}(?:[.,][0-9]+)?)?)?' -%}
        {%- set zone = '(?: ?(?:Z|UTC|GMT|UT)| ?(?:UTC|GMT|UT)?[+-][0-9]{1,2}(?::?[0-9]{2}(?::?[0-9]{2})?)?| ?[A-Z_]+(?:/[A-Z0-9_+-]+){1,2})?' -%}
        {%- set forms = [
            '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}', '(?:19|20|21)[0-9]{6}', '[0-9]{8}-[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?' ~ zone,
            '(?:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{8})(?:T(?:' ~ extended ~ '|' ~ basic ~ ')| +' ~ extended ~ ')' ~ zone,
        ] -%}
        {%- set parts = "'^\\\\s*(\\\\d{4})-?(\\\\d\\\\d?)-?(\\\\d\\\\d?)(?:[Tt -]+(\\\\d\\\\d?):?(\\\\d\\\\d?)?:?(\\\\d\\\\d?)?(?:[.,](\\\\d+))?)? *(\\\\S*)\\\\s*$'" -%}
        {%- set found = parts_of(expression, parts, ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction', 'zone']) -%}
        case
            -- As most write it, there is nothing to rewrite.
            when {{ expression }} rlike '^{{ in_range }}{{ usual }}(Z|[+-][0-9]{2}:[0-9]{2})$' then try_cast({{ expression }} as timestamp)
            when {{ expression }} rlike '^{{ in_range }}{{ usual }}$' then try_cast(concat({{ expression }}, 'Z') as timestamp)
            when {{ expression }} rlike '(?i)^\\s*{{ in_range }}(?:{{ forms | join('|') }})\\s*$'
                then
                    try_cast({{ as_iso_text(found) }} as timestamp)
                    + case
                        when {{ found.hour }} = '24' then interval '1' hour
                        when {{ found.second }} = '60' then interval '1' second
                        else interval '0' second
                    end
            {{ when_month_is_named(expression) }}
        end
    {%- endif -%}
{%- endmacro %}
