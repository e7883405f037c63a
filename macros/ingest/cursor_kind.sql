{% macro cursor_kind() -%}
    {#- What resequencer__arrivals_cursor counts by: whole numbers, dates or timestamps; none without one. -#}
    {%- set cursor = settings().arrivals_cursor -%}
    {%- if cursor is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set type = record_fields().get(cursor) if execute else none -%}
    {%- do return('whole numbers' if type in integer_types() else 'dates' if type == 'date' else 'timestamps') -%}
{%- endmacro %}
