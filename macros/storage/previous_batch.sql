{% macro previous_batch(ledger) -%}
    {#-
        What the last run left in the ledger's one `current` row, or none before the first: {number,
        clock_us (of the last run, which may have had nothing to do), arrivals_to, inputs_to, begins_anew, order_groups,
        arrivals_by, arrivals_version; columns: type of the ledger's rows}.
    -#}
    {%- if not execute or ledger is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {#- As JSON: a ledger of an older version has fewer fields, which is for check_version to say. -#}
    {%- set current = run_query(
        'select to_json(batch), cast(unix_micros(batch.last_clock) as string), typeof(struct(*)) from ' ~ ledger ~ " where disposition = 'current'"
    ).rows -%}
    {%- if not current -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set batch = fromjson(current[0][0]) -%}
    {%- do return({
        'number': batch.number,
        'clock_us': current[0][1] | int,
        'arrivals_to': batch.get('arrivals_to'),
        'inputs_to': batch.get('inputs_to'),
        'begins_anew': batch.get('begins_anew', false),
        'routed_to': batch.get('routed_to'),
        'order_groups': fromjson(batch.order_groups),
        'arrivals_by': batch.get('arrivals_by'),
        'arrivals_version': batch.get('arrivals_version'),
        'columns': current[0][2],
    }) -%}
{%- endmacro %}
