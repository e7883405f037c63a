{% macro forget_batches(ledger) -%}
    {#-
        Drops the partitions of batches older than resequencer__retain, with the sequences that had closed by then, and
        the raw records they took in. Whole partitions: where batches have been merged, when all of them are that old.
    -#}
    {%- set retain_us = settings().retain_us -%}
    {%- if retain_us is not none -%}
        {%- set old = run_query(
            'select cast(max(batch_group) as string), cast(max(last_arrivals) as string) from ('
            ~ 'select batch_group, max(batch.clock) as last_clock, max(batch.arrivals_to) as last_arrivals from ' ~ ledger
            ~ " where disposition = 'batch' group by batch_group)"
            ~ ' where unix_micros(last_clock) < (select unix_micros(batch.clock) from ' ~ ledger ~ " where disposition = 'current') - " ~ retain_us
        ).rows[0] -%}
        {%- if old[0] is not none -%}
            {%- do run_query(
                'delete from ' ~ ledger ~ ' where disposition in ' ~ sql_texts(ledger_dispositions().kept) ~ ' and batch_group <= ' ~ old[0]
            ) -%}
            {%- set arrivals = model_relation('resequencer__arrivals') -%}
            {%- if arrivals is not none and old[1] is not none and settings().arrivals_relation is none -%}
                {%- do run_query('delete from ' ~ arrivals ~ " where kind in ('record', 'unreadable') and ingest_batch <= " ~ (old[1] | int) // 2 ** 24) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
