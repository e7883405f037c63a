{% macro leaving_us(due_us='due_us') -%}
    {#- When what is due leaves: at the next tick of the heartbeat, counted from 1970. -#}
    {{- 'case when heartbeat_us is null then ' ~ due_us ~ ' else ' ~ due_us ~ ' + pmod(-' ~ due_us ~ ', heartbeat_us) end' if _any_group('heartbeat_us') else due_us -}}
{%- endmacro %}
