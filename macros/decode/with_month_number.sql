{% macro with_month_number(text, otherwise) -%}
    {#-
        The text of a time whose month has an English name, such as Thu, 01 Jan 2026 00:00:00 GMT or 01/Jan/2026:00:00:00 +0000, with the
        date as ISO 8601 has it, null where the day of the week is another one. For any other text `otherwise` stands.
    -#}
    {%- set months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec' -%}
    {%- set named = "'(?i)^(?:(mon|tue|wed|thu|fri|sat|sun), *)?([0-9]{1,2})[ /-](" ~ months ~ ")[ /-]([0-9]{4})[ :](?=[0-9]{1,2}:)'" -%}
    {%- set month = "lpad((locate(lower(regexp_extract(" ~ text ~ ', ' ~ named ~ ", 3)), '" ~ months.replace('|', '') ~ "') + 2) div 3, 2, '0')" -%}
    {%- set numbered = 'regexp_replace(' ~ text ~ ', ' ~ named ~ ", concat('$4-', " ~ month ~ ", '-$2T'))" -%}
    {%- set day_of_week = 'lower(dayname(try_cast(split_part(' ~ numbered ~ ", 'T', 1) as date)))" -%}
    case
        when {{ text }} not rlike {{ named }} then {{ otherwise }}
        when regexp_extract({{ text }}, {{ named }}, 1) = '' or lower(regexp_extract({{ text }}, {{ named }}, 1)) = {{ day_of_week }} then {{ numbered }}
    end
{%- endmacro %}
