{% macro closed_by() -%}
    {#- What closed a sequence, of a row with the state's columns. -#}
    {{- "coalesce(gate.ended.ended_by, case when restarted_us is not null then 'restart' end, 'completion')" -}}
{%- endmacro %}
