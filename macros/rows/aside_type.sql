{% macro aside_type() -%}
    {#-
        What an entry brings along that a new message does not have:
          state            of kind state: the sequence as the last batch left it (numbers as the ledger has them)
          skipped          of kind range: a skipped range, its bounds as positions
          last_key_value   of kind state: the last key, where keys are values
          claim            of a claim, and of a message that may be claimed: its id
          filled_by, was_met   of kind fill: skip or gap_fill; whether its number came all the same
          ready_at, release_position   of a message that was ready in an earlier run: since when, and the place it was given
          session_end_us   of a message held in a session: until when
    -#}
    {%- do return(
        'struct<state: ' ~ head_type() ~ ', skipped: ' ~ gap_type() ~ ', last_key_value: ' ~ key_value_type() ~ ', claim: ' ~ claim_type()
        ~ ', filled_by: string, was_met: boolean, ready_at: ' ~ moment_type() ~ ', release_position: bigint, session_end_us: bigint>'
    ) -%}
{%- endmacro %}
