{% macro gate_type() -%}
    {#-
        What a sequence whose messages are delivered carries: since when its last message is settled, how many have
        their turn and wait, whether the outcome of one is waited for (is_awaiting; awaited: its number), the
        messages that failed and stop it, in the order in which they did, how it was ended, when its last message came and
        when it expires if no other does.
    -#}
    {%- do return('struct<open_us: bigint, waiting: bigint, awaited: bigint, is_awaiting: boolean, stops: array<' ~ attempt_type() ~ '>, ends: array<' ~ end_type() ~ '>, last_arrival_us: bigint, expires_us: bigint>') -%}
{%- endmacro %}
