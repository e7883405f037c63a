{% macro previous_batch(ledger) -%}
    {#-
        What the last run left in the ledger's one `current` row, or none before the first: {number,
        clock_us (of the last run, which may have had nothing to do), arrivals_to, inputs_to, begins_anew, order_groups; columns: type of the
        ledger's rows}.
    -#}
    {%- if not execute or ledger is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set current = run_query(
        'select cast(batch.number as string), cast(unix_micros(batch.last_clock) as string), cast(batch.arrivals_to as string),'
        ~ ' batch.order_groups, typeof(struct(*)), cast(batch.inputs_to as string), batch.begins_anew from ' ~ ledger ~ " where disposition = 'current'"
    ).rows -%}
    {%- if not current -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- do return({
        'number': current[0][0] | int,
        'clock_us': current[0][1] | int,
        'arrivals_to': current[0][2] | int if current[0][2] is not none else none,
        'inputs_to': current[0][5] | int if current[0][5] is not none else none,
        'begins_anew': current[0][6] or false,
        'order_groups': fromjson(current[0][3]),
        'columns': current[0][4],
    }) -%}
{%- endmacro %}
