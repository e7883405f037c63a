{% macro check_rebuilt_together(box, routed_to) -%}
    {#- Stops the run where the MessageBox has been built again, and the ledger, which has taken its batches up to `routed_to`, has not. -#}
    {%- if box is not none and routed_to is not none and run_query('select 1 from ' ~ box ~ " where disposition = 'batch' and batch_group > " ~ routed_to ~ ' and batch.number > ' ~ routed_to ~ ' and batch.from_place is null limit 1').rows -%}
        {%- do exceptions.raise_compiler_error(box ~ ' has been built again with --full-refresh, and the ledger has not: all it has taken would come again. Run once with --full-refresh, without --select.') -%}
    {%- endif -%}
{%- endmacro %}
