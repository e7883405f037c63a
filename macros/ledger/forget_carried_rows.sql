{% macro forget_carried_rows() -%}
    {#- After the commit: what older batches carried is superseded. Whole partitions go; no row is read. -#}
    {%- if execute -%}
        {%- set newest = run_query('select cast(max(batch_id) as string) from ' ~ this).rows[0][0] -%}
        {%- if newest | int > 1 -%}
    delete from {{ this }}
    where disposition in ('pending', 'head', 'gap') and batch_id < {{ newest }}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
