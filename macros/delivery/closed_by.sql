{% macro closed_by() -%}
    {#- What closed a sequence, of a row with its head's columns. -#}
    {{- "coalesce(try_element_at(filter(gate.ends, ended -> ended.epoch = epoch), 1).ended_by, 'completion')" -}}
{%- endmacro %}
