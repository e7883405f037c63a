{% macro followed_type() -%}
    {#-
        What is followed besides the entries of a run:
          kind     reported (one thing is reported of a message), carried (a message of an earlier run), asked (one action about a sequence),
                   aside (a delivery or action that is later than the clock, or that could not be taken)
          epoch, intake, place, number, message_id, ruleset   of the message, where an earlier run knew it
          course   how that has stood
          report   what is reported, or asked
          aside    as a fact (attempt_fields); raw_record: its record
    -#}
    {%- do return(
        'struct<kind: string, epoch: bigint, intake: bigint, place: bigint, number: bigint, message_id: string, ruleset: string, course: ' ~ course_type()
        ~ ', report: ' ~ report_type() ~ ', aside: ' ~ attempt_type() ~ ', raw_record: string>'
    ) -%}
{%- endmacro %}
