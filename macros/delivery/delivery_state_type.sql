{% macro delivery_state_type() -%}
    {#-
        What is carried of a sequence's deliveries (of its messages: course_type), and told of it:
          waiting      how many messages are ready and wait
          awaited      the number of the message whose outcome they wait for; is_awaiting: whether there is one
          stops        the failed messages that stop it: the lowest first
          ended        when it was ended before its last number, at whose failure (turn), and how; passed: the highest position that had left
          completed_at when its last number was settled
          last_activity_us, expires_us   when something last happened, and when it expires if nothing else does
    -#}
    {%- do return(
        'struct<waiting: bigint, awaited: bigint, is_awaiting: boolean, stops: array<struct<turn: bigint, number: bigint, reason: string>>, ended: struct<moment: '
        ~ moment_type() ~ ', turn: bigint, ended_by: string>, passed: bigint, completed_at: ' ~ moment_type() ~ ', last_activity_us: bigint, expires_us: bigint>'
    ) -%}
{%- endmacro %}
