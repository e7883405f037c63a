{% macro attempt_fields() -%}
    {#-
        One attempt at the delivery of a message, and what else happens to it on its way. Times in microseconds since 1970.
          fact            flight (handed on, outcome still to come), course (its message is followed, and no attempt is in flight), attempt
                          (settled, or another one took its place), dead_letter, applied, rejected (of a delivery or an action: reason, detail)
          number, intake, place, message_id, ruleset, epoch   of the message
          attempt         1, 2, 3 …
          sent_us, outcome, at_us, detail   of the attempt
          input, input_intake, input_place   the delivery or action that ended it, or that could not be taken
          course          of flight and course: how the message stands (course_type)
    -#}
    {%- do return({
        'fact': 'string',
        'reason': 'string',
        'number': 'bigint',
        'intake': 'bigint',
        'place': 'bigint',
        'message_id': 'string',
        'ruleset': 'string',
        'epoch': 'bigint',
        'attempt': 'bigint',
        'sent_us': 'bigint',
        'outcome': 'string',
        'at_us': 'bigint',
        'detail': 'string',
        'input': input_type(),
        'input_intake': 'bigint',
        'input_place': 'bigint',
        'course': course_type(),
    }) -%}
{%- endmacro %}
