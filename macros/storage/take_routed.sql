{% macro take_routed(last, is_rebuild) -%}
    {#-
        What a batch of the ledger takes of the MessageBox (resequencer__subscriptions), and its clock, which is the MessageBox's:
          clock_us              of its last run
          routed_from, routed_to   its batches: after `from`, up to `to`
          entered               how many messages have entered queues of ordered subscriptions in these
          entered_from          the lowest position that one of them has; none: there is none
    -#}
    {%- set newest = newest_messagebox_batch() if execute else none -%}
    {%- if newest is none -%}
        {%- do return({'clock_us': last.get('clock_us', 0), 'routed_from': none, 'routed_to': none, 'entered': 0, 'entered_from': none}) -%}
    {%- endif -%}
    {%- set box, from = model_relation('resequencer__messagebox'), none if is_rebuild else last.get('routed_to') -%}
    {%- do check_rebuilt_together(box, from) -%}
    {%- set entered = run_query(
        'select cast(count(*) as string), cast(min(intake) as string) from ' ~ box ~ ' where ' ~ has_entered()
        ~ (' and batch_group > ' ~ from ~ ' and batch_id > ' ~ from if from is not none)
    ).rows[0] -%}
    {%- do return({
        'clock_us': newest.last_clock_us, 'routed_from': from, 'routed_to': newest.number, 'entered': entered[0] | int,
        'entered_from': entered[1] | int if entered[1] is not none else none,
    }) -%}
{%- endmacro %}
