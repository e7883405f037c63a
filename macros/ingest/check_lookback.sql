{% macro check_lookback() -%}
    {#- Whether resequencer__arrivals_lookback counts by what the cursor counts by. -#}
    {%- set lookback = settings().arrivals_lookback -%}
    {%- set by = cursor_kind() -%}
    {%- if by == 'whole numbers' and lookback.number is none -%}
        {%- do setting_error('resequencer__arrivals_lookback', 'is ' ~ lookback.text ~ ', and ' ~ settings().arrivals_cursor ~ ' counts by whole numbers', 'a whole number such as 1000') -%}
    {%- elif by != 'whole numbers' and lookback.us is none -%}
        {%- do setting_error('resequencer__arrivals_lookback', 'is ' ~ lookback.text ~ ', and ' ~ settings().arrivals_cursor ~ ' counts by ' ~ by, 'a duration such as 1h') -%}
    {%- endif -%}
{%- endmacro %}
