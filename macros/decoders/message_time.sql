{% macro message_time(time) -%}
    {#- The time of a message, a text, as SQL of a text: milliseconds since 1970 and /Date(…)/ are written as a time; 0, which is none, is null. -#}
    {%- set digits = "regexp_extract(_time, '^(?:/Date[(])?([0-9]{9,15})(?:[)]/)?$', 1)" -%}
    {%- set as_time = utc_text('timestamp_millis(try_cast(_millis as bigint))') -%}
    {%- set found = with_value('_millis', digits, "case when _time = '0' then cast(null as string) when _millis <> '' then " ~ as_time ~ ' else _time end') -%}
    {%- do return(with_value('_time', as_sent(time), found)) -%}
{%- endmacro %}
