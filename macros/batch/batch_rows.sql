{% macro batch_rows(batch) -%}
    {#-
        The batch's own two rows. `batch`: kept, tells a rebuild which arrivals came when. `current`: in
        one fixed partition that every run replaces; a reader finds the newest batch without history, and two
        runs at once always collide on it. A rebuild copies the former batches, into one group with all that it decides anew.
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
            ~ ", 'order_groups', " ~ sql_text(order_groups() | tojson)
            ~ ", 'arrivals_by', " ~ sql_text(arrivals_by()) ~ ')',
        'disposition': 'kind',
        'batch_id': 'cast(number as bigint)',
    } -%}
    {#- An older version's batches have fewer fields. -#}
    {%- set exactly = "map('timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX')" %}
    select
        {{ ledger_row(columns) }}
    from values ('batch', {{ batch.number }}), ('current', 0) as kinds (kind, number)
    {% if batch.is_rebuild %}
    union all
    select
        {{ ledger_row({'batch': 'from_json(to_json(batch, ' ~ exactly ~ '), ' ~ sql_text(row_type('batch')) ~ ', ' ~ exactly ~ ')', 'disposition': 'disposition', 'batch_id': 'batch_id'}, batch_group='cast(' ~ batch.number ~ ' as bigint)') }}
    from {{ ledger_relation() }}
    where disposition = 'batch'
    {% endif %}
{%- endmacro %}
