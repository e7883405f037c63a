{% macro gate_type() -%}
    {#-
        What a sequence whose messages are delivered carries: since when its last message is settled, how many have
        their turn and wait, whether the outcome of one is waited for (awaited: its number), and the
        messages that failed and stop it, in the order in which they did.
    -#}
    {%- do return('struct<open_us: bigint, waiting: bigint, awaited: bigint, stops: array<' ~ attempt_type() ~ '>>') -%}
{%- endmacro %}
