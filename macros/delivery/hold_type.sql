{% macro hold_type() -%}
    {#-
        A message that holds up those behind it (turn), from when until when: where deliveries are acknowledged until it is settled,
        else from its first failure on. final_at: when its last failure ends the sequence; acted: the actions that did something about it.
        ends_before: after how many actions that end a sequence it came, since such an end lets go of what came before it.
    -#}
    {%- do return(
        'struct<turn: bigint, epoch: bigint, intake: bigint, place: bigint, ends_before: bigint, holds_from: ' ~ moment_type() ~ ', holds_until: ' ~ moment_type()
        ~ ', settled_at: ' ~ moment_type() ~ ', final_at: ' ~ moment_type() ~ ', acted: array<' ~ moment_type() ~ '>>'
    ) -%}
{%- endmacro %}
