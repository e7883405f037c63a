{% macro cursor_literal(position) -%}
    {#- An intake position in the type of the arrivals' own cursor, so that Spark can skip files by it. -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is none or not execute -%}
        {%- do return(position | string) -%}
    {%- endif -%}
    {%- set type = record_fields().get(checked.arrivals_cursor) -%}
    {%- if type == 'timestamp' -%}
        {%- do return('timestamp_micros(' ~ position ~ ')') -%}
    {%- elif type == 'timestamp_ntz' -%}
        {#- Without the session's time zone, in which some hours come twice and others not at all. -#}
        {%- set days, rest_us = (position | int) // 86400000000, (position | int) % 86400000000 -%}
        {%- do return(
            "(cast(date_from_unix_date(" ~ days ~ ") as timestamp_ntz) + make_dt_interval(0, 0, 0, cast(" ~ rest_us ~ " as decimal(18, 6)) / 1000000))"
        ) -%}
    {%- elif type == 'date' -%}
        {%- do return('date_from_unix_date(' ~ position ~ ')') -%}
    {%- endif -%}
    {%- do return(position | string) -%}
{%- endmacro %}
