{% macro on_tick(us) -%}
    {#- When what is ready at `us` leaves: at the next multiple of heartbeat_us since 1970, where there is one. -#}
    {{ us }} + coalesce(pmod(-{{ us }}, heartbeat_us), 0)
{%- endmacro %}
