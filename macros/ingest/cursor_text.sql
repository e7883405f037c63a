{% macro cursor_text(position) -%}
    {#- An intake position of an existing table as its cursor shows it, as SQL. -#}
    {%- set by = cursor_kind() -%}
    {%- if by == 'timestamps' -%}
        {%- do return(utc_text('timestamp_micros(' ~ position ~ ')')) -%}
    {%- endif -%}
    {%- do return('cast(' ~ ('date_from_unix_date(cast(' ~ position ~ ' as int))' if by == 'dates' else position) ~ ' as string)') -%}
{%- endmacro %}
