{% macro tidy_messagebox() -%}
    {#-
        After every resequencer__tidy_every-th batch of the MessageBox, once its run is whole: what older batches left open is dropped, which the
        newest has copied, small files are merged, files of old table versions removed. Nothing a reader sees changes.
    -#}
    {%- set newest = newest_messagebox_batch() if execute else none -%}
    {%- if newest is not none and newest.is_whole -%}
        {%- set number = newest.number -%}
        {%- set after = tidy_after(this, number, 'batch_group', "disposition = 'batch'") -%}
        {%- if after is not none -%}
            {%- do run_query('delete from ' ~ this ~ " where disposition in ('open', 'instance', 'failure', 'after_clock', 'input') and batch_group < " ~ number) -%}
            {%- do merge_groups(this, after, number, 'batch_group', ['reference', 'change', 'unroutable', 'status', 'applied', 'rejected', 'batch'], 'disposition') -%}
            {%- do remove_old_versions(this) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
