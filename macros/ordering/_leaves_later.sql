{% macro _leaves_later() -%}
    {#- Whether what has its turn may leave only later: at a tick of the heartbeat, or with its whole sequence. -#}
    {%- do return(_any_group('heartbeat_us') or _any_group('holds_whole')) -%}
{%- endmacro %}
