{% macro cursor_literal(position) -%}
    {#- An intake position in the type of the arrivals' own cursor, so that Spark can skip files by it. -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is none or not execute -%}
        {%- do return(position | string) -%}
    {%- endif -%}
    {%- set type = record_fields().get(checked.arrivals_cursor) -%}
    {%- if type in ['timestamp', 'timestamp_ntz'] -%}
        {%- do return('cast(timestamp_micros(' ~ position ~ ') as ' ~ type ~ ')') -%}
    {%- elif type == 'date' -%}
        {%- do return('date_from_unix_date(' ~ position ~ ')') -%}
    {%- endif -%}
    {%- do return(position | string) -%}
{%- endmacro %}
