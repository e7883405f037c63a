{% macro _leaves_later() -%}
    {#- Whether what has its turn may leave only later: at a tick of the heartbeat, with its whole sequence, or once what is before it has been delivered. -#}
    {%- do return(_any_group('heartbeat_us') or _any_group('holds_whole') or _any_group('delivers')) -%}
{%- endmacro %}
