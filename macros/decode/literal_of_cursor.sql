{% macro literal_of_cursor(position, type) -%}
    {#- A value of a cursor (cursor_as_bigint) as a literal of the cursor's own type. -#}
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
