{% macro cursor_literal(position) -%}
    {#- An intake position in the type of the arrivals' own cursor, so that Spark can skip files by it. -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is none or not execute -%}
        {%- do return(position | string) -%}
    {%- endif -%}
    {%- do return(literal_of_cursor(position, record_fields().get(checked.arrivals_cursor))) -%}
{%- endmacro %}
