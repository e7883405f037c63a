{% macro leaving_us(at_us=none) -%}
    {%- set at_us = at_us or release_us() -%}
    {#- When it leaves: released (or a moment given), at the next tick of the heartbeat, counted from 1970. -#}
    {{- 'case when heartbeat_us is null then ' ~ at_us ~ ' else ' ~ at_us ~ ' + pmod(-' ~ at_us ~ ', heartbeat_us) end' if _any_group('heartbeat_us') else at_us -}}
{%- endmacro %}
