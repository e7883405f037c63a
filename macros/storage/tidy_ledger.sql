{% macro tidy_ledger() -%}
    {#-
        After the commit of every resequencer__tidy_every-th batch: what older batches carried is dropped, what is older than
        resequencer__retain forgotten, small files merged, files of old table versions removed. Nothing a reader
        sees changes but what is forgotten; a crash in between leaves the rest to the next time.
    -#}
    {%- if execute -%}
        {%- set number = newest_group(this, 'batch_group') -%}
        {%- set after = tidy_after(this, number, 'batch_group', "disposition = 'batch'") -%}
        {%- if after is not none -%}
            {%- do run_query('delete from ' ~ this ~ ' where disposition in ' ~ sql_texts(ledger_dispositions().carried) ~ ' and batch_group < ' ~ number) -%}
            {%- do forget_batches(this) -%}
            {%- do merge_groups(this, after, number, 'batch_group', ledger_dispositions().kept, 'disposition') -%}
            {%- do remove_old_versions(this) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
