{% macro arrivals_by() -%}
    {#- What intake positions are: `landing`, or the kind of the cursor. Those of one kind say nothing of those of another. -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is none -%}
        {%- do return('landing') -%}
    {%- endif -%}
    {%- set type = record_fields().get(checked.arrivals_cursor) if execute else none -%}
    {%- do return('whole numbers' if type in integer_types() else 'dates' if type == 'date' else 'timestamps') -%}
{%- endmacro %}
