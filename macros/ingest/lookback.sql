{% macro lookback() -%}
    {#- resequencer__arrivals_lookback in intake positions: whole numbers, microseconds, or days (of which one that is begun counts). -#}
    {%- set lookback = settings().arrivals_lookback -%}
    {%- set by = cursor_kind() -%}
    {%- do return(lookback.number if by == 'whole numbers' else lookback.us if by == 'timestamps' else (lookback.us + 86399999999) // 86400000000) -%}
{%- endmacro %}
