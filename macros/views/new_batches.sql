{% macro new_batches(relation) -%}
    {#- What an incremental model has not read yet of an outlet, as a condition on batch_id. Called from other projects: its macros go by full name. -#}
    {%- if not execute or not is_incremental() -%}
        {%- do return('true') -%}
    {%- endif -%}
    {%- set newest = run_query('select cast(max(batch_id) as string) from ' ~ this).rows[0][0] -%}
    {%- if newest is none -%}
        {%- do return('true') -%}
    {%- endif -%}
    {#-
        A rebuild (--full-refresh) gives every message a newer batch: nothing tells which of them have been read. Where batches have been
        forgotten (resequencer__retain) none has been since. A ledger that was dropped counts from 1 again.
    -#}
    {%- set ledger = resequencer.model_relation('resequencer__ledger') -%}
    {%- set is_read = 'select 1 from ' ~ relation ~ ' where batch_id <= ' ~ newest ~ ' limit 1' -%}
    {%- set has_forgotten = 'select 1 from ' ~ ledger ~ " where disposition = 'batch' having min(batch.number) > 1" -%}
    {%- set begins_again = 'select 1 from ' ~ ledger ~ " where disposition = 'current' having max(batch.number) < " ~ newest -%}
    {%- if run_query(begins_again).rows or (not run_query(is_read).rows and not run_query(has_forgotten).rows) -%}
        {%- do exceptions.raise_compiler_error(
            relation.identifier ~ ' has been built anew since ' ~ this.identifier ~ ' last read it: build '
            ~ this.identifier ~ ' with --full-refresh, too.'
        ) -%}
    {%- endif -%}
    {%- do return('batch_id > ' ~ newest) -%}
{%- endmacro %}
