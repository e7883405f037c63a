{% macro batch_rows(batch) -%}
    {#-
        The batch's own two rows. `batch`: kept, tells a rebuild which arrivals came when. `current`: in
        one fixed partition that every run replaces; a reader finds the newest batch without history, and two
        runs at once always collide on it.
    -#}
    {%- set columns = {
        'batch': 'named_struct('
            ~ "'number', cast(" ~ batch.number ~ ' as bigint)'
            ~ ", 'clock', timestamp_micros(" ~ batch.clock_us ~ ')'
            ~ ", 'last_clock', timestamp_micros(" ~ batch.clock_us ~ ')'
            ~ ", 'previous_clock', timestamp_micros(cast(" ~ (batch.previous_clock_us if batch.previous_clock_us is not none else 'null') ~ ' as bigint))'
            ~ ", 'arrivals_from', cast(" ~ (batch.arrivals_from if batch.arrivals_from is not none else 'null') ~ ' as bigint)'
            ~ ", 'arrivals_to', cast(" ~ (batch.arrivals_to if batch.arrivals_to is not none else 'null') ~ ' as bigint)'
            ~ ", 'inputs_from', cast(" ~ (batch.inputs_from if batch.inputs_from is not none else 'null') ~ ' as bigint)'
            ~ ", 'inputs_to', cast(" ~ (batch.inputs_to if batch.inputs_to is not none else 'null') ~ ' as bigint)'
            ~ ", 'begins_anew', " ~ (batch.begins_anew or false)
            ~ ", 'order_groups', " ~ sql_text(order_groups() | tojson) ~ ')',
        'disposition': 'kind',
        'batch_id': 'cast(number as bigint)',
    } -%}
    select
        {{ ledger_row(columns) }}
    from values ('batch', {{ batch.number }}), ('current', 0) as kinds (kind, number)
    {% if batch.is_rebuild %}
    union all
    select
        {{ ledger_row({'batch': 'batch', 'disposition': 'disposition', 'batch_id': 'batch_id'}) }}
    from {{ this }}
    where disposition = 'batch'
    {% endif %}
{%- endmacro %}
