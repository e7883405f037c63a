{% macro course_type() -%}
    {#-
        How a message that is followed stands:
          turn         its place in the order of release
          attempt, sent   its newest attempt, and the moment at which it was sent; null: not sent yet
          is_open      the outcome of that attempt is awaited
          is_settled, settled_at   nothing waits for the message any more, and since when
          is_failed, failed_at     a failure stops its sequence, and since when
          is_dead      it has become a dead letter
          due          when its next attempt is sent by itself
          final_at     when its last failure ended the sequence (on_failure: terminate)
          ended        when its epoch was ended before its last number
          waiting      outcomes that are reported and wait: for its sending, or failures for an attempt to end
          counted      fingerprints of the outcomes that count or wait: one that comes again is a repeat
          heard        what has been reported of it, by which a silence is judged (int_resequencer__silences)
    -#}
    {%- do return(
        'struct<turn: bigint, attempt: bigint, sent: ' ~ moment_type() ~ ', is_open: boolean, is_settled: boolean, settled_at: ' ~ moment_type()
        ~ ', is_failed: boolean, failed_at: ' ~ moment_type() ~ ', is_dead: boolean, due: ' ~ moment_type() ~ ', final_at: ' ~ moment_type()
        ~ ', ended: ' ~ moment_type() ~ ', waiting: array<' ~ report_type() ~ '>, counted: array<string>, heard: ' ~ heard_type() ~ '>'
    ) -%}
{%- endmacro %}
