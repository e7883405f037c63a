{% macro closed_by() -%}
    {#- What closed a sequence, of a row with the state's columns. -#}
    {{- "coalesce(gate.ended.ended_by, 'completion')" -}}
{%- endmacro %}
