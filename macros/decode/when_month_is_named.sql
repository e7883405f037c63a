{% macro when_month_is_named(text) -%}
    {#-
        The arm of a `case` that reads a timestamp from a text whose month has an English name, such as Thu, 01 Jan 2026 00:00:00 GMT or
        01/Jan/2026:00:00:00 +0000; not where the day of the week is another one.
    -#}
    {%- set months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec' -%}
    {%- set pattern = "'(?i)^\\\\s*(?:(mon|tue|wed|thu|fri|sat|sun), *)?([0-9]{1,2})[ /-](" ~ months ~ ")[ /-]((?!000[01]|9999)[0-9]{4})[ :]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?) *(z|utc|gmt|ut|[+-][0-9]{2}:?[0-9]{2})?\\\\s*$'" -%}
    {%- set found = parts_of(text, pattern, ['weekday', 'day', 'month', 'year', 'time', 'zone']) -%}
    {%- set month = 'lpad((locate(lower(' ~ found.month ~ "), '" ~ months.replace('|', '') ~ "') + 2) div 3, 2, '0')" -%}
    {%- set date = 'concat_ws(' ~ ["'-'", found.year, month, found.day] | join(', ') ~ ')' -%}
    when initcap({{ found.weekday }}) in ('', dayname(try_cast({{ date }} as date)))
            then try_cast(concat(
                {{ date }}, 'T', replace({{ found.time }}, ',', '.'), case when length({{ found.time }}) = 5 then ':00' else '' end,
                case when {{ found.zone }} rlike '[0-9]' then {{ found.zone }} else 'Z' end
            ) as timestamp)
{%- endmacro %}
