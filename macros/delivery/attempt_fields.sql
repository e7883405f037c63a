{% macro attempt_fields() -%}
    {#-
        One attempt at the delivery of a message, and what else happens to it on its way. Times in microseconds since 1970.
          fact            flight (handed on, outcome still to come), attempt (settled), dead_letter, stop (it failed, and its
                          sequence waits), applied, rejected (of a delivery or an action: reason, detail)
          number, intake, place, message_id, ruleset, epoch   of the message
          attempt         1, 2, 3 …
          holds           its successors wait for its outcome
          decides         its failure is its message's: not that of an attempt another one has taken the place of, nor of one
                          more of a message that had been settled
          sent_us, outcome, at_us, detail   of the attempt
          input, input_intake, input_place   the delivery or action that set it off
          told            the deliveries of its message that have been counted, each of which may come again
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
        'holds': 'boolean',
        'decides': 'boolean',
        'sent_us': 'bigint',
        'outcome': 'string',
        'at_us': 'bigint',
        'detail': 'string',
        'input': input_type(),
        'input_intake': 'bigint',
        'input_place': 'bigint',
        'told': 'array<string>',
    }) -%}
{%- endmacro %}
