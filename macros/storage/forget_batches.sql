{% macro forget_batches(ledger) -%}
    {#-
        Drops the partitions of batches older than resequencer__retain, with the sequences that had closed by then, and
        the raw records they took in, of messages and of deliveries (ids of actions count once for good). Whole partitions:
        where batches have been merged, when all of them are that old. Nor is an outcome waited for that long, but where
        something waits behind it.
    -#}
    {%- set retain_us = settings().retain_us -%}
    {%- if retain_us is not none -%}
        {%- set until_us = run_query('select cast(unix_micros(batch.clock) as string) from ' ~ ledger ~ " where disposition = 'current'").rows[0][0] | int - retain_us -%}
        {%- set acknowledged = order_groups().items() | selectattr('1.is_acknowledged') | map('first') | list -%}
        {%- set is_waited_for = "attempt.course.is_failed or order_group in " ~ sql_texts(acknowledged or ['']) -%}
        {%- do run_query(
            'delete from ' ~ ledger ~ " where disposition = 'flight' and attempt.sent_us < " ~ until_us
            ~ ' and coalesce(attempt.course.is_settled or attempt.course.ended is not null or not (' ~ is_waited_for ~ '), true)'
        ) -%}
        {%- set routed_to = 'batch.routed_to' if has_subscriptions() else 'null' -%}
        {%- set old = run_query(
            'select cast(max(batch_group) as string), cast(max(last_arrivals) as string), cast(max(last_inputs) as string), cast(max(last_routed) as string) from ('
            ~ 'select batch_group, max(batch.clock) as last_clock, max(batch.arrivals_to) as last_arrivals, max(batch.inputs_to) as last_inputs, max(' ~ routed_to ~ ') as last_routed from ' ~ ledger
            ~ " where disposition = 'batch' group by batch_group)"
            ~ ' where unix_micros(last_clock) < ' ~ until_us
        ).rows[0] -%}
        {%- if old[0] is not none -%}
            {%- do run_query(
                'delete from ' ~ ledger ~ ' where disposition in ' ~ sql_texts(ledger_dispositions().kept) ~ ' and batch_group <= ' ~ old[0]
            ) -%}
            {%- set arrivals = model_relation('resequencer__arrivals') -%}
            {%- if arrivals is not none and old[1] is not none and settings().arrivals_relation is none -%}
                {#- What a table had of missed rows is never merged: it goes with the records of its ingest, by the last ingest that goes. -#}
                {%- set last = run_query('select cast(max(ingest_batch) as string) from ' ~ arrivals ~ " where kind = 'file' and ingest_batch <= " ~ (old[1] | int) // 2 ** 24).rows[0][0] or 0 -%}
                {%- set referenced = (referenced_ingests(until_us) + [-1]) | join(', ') -%}
                {%- do run_query('delete from ' ~ arrivals ~ " where kind in ('record', 'unreadable', 'missed') and ingest_batch <= " ~ last ~ ' and shiftright(intake, 24) not in (' ~ referenced ~ ')') -%}
                {%- if old[3] is not none -%}{%- do forget_routed(old[3], referenced) -%}{%- endif -%}
            {%- endif -%}
            {%- set inputs = model_relation('resequencer__inputs') -%}
            {%- if inputs is not none and old[2] is not none -%}
                {#- Of a relation's rows it is these that tell which are not new. -#}
                {%- do run_query('delete from ' ~ inputs ~ " where kind in ('delivery', 'unreadable') and file_path is not null and ingest_batch <= " ~ (old[2] | int) // 2 ** 24) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
