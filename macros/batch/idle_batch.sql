{% macro idle_batch(batch) -%}
    {#-
        A run with nothing to decide writes no batch. It leaves its clock in the `current` row, since
        what lands later has landed after it; an equal clock leaves nothing at all.
    -#}
    {%- set columns = {
        'batch': 'named_struct('
            ~ "'number', batch.number, 'clock', batch.clock, 'last_clock', timestamp_micros(" ~ batch.clock_us ~ ')'
            ~ ", 'previous_clock', batch.previous_clock, 'arrivals_from', batch.arrivals_from,"
            ~ " 'arrivals_to', batch.arrivals_to, 'inputs_from', batch.inputs_from, 'inputs_to', batch.inputs_to,"
            ~ " 'begins_anew', batch.begins_anew, 'order_groups', batch.order_groups, 'arrivals_by', batch.arrivals_by)",
        'disposition': "'current'",
        'batch_id': 'cast(0 as bigint)',
    } -%}
    select
        {{ ledger_row(columns) }}
    from {{ this }}
    where disposition = 'current' and batch.last_clock < timestamp_micros({{ batch.clock_us }})
{%- endmacro %}
