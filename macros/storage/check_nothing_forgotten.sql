{% macro check_nothing_forgotten(ledger) -%}
    {#- A rebuild judges every arrival again: it needs them all, and the clock each came under. -#}
    {%- set first = run_query('select cast(min(batch.number) as string) from ' ~ ledger ~ " where disposition = 'batch'").rows[0][0] -%}
    {%- if first is not none and first | int > 1 -%}
        {%- do setting_error(
            'resequencer__retain',
            'has made the ledger forget the batches before ' ~ first ~ ', so --full-refresh would judge sequences without their beginnings',
            'to run without --full-refresh; or, to start again with what has not been forgotten, drop ' ~ ledger ~ ' first'
        ) -%}
    {%- endif -%}
{%- endmacro %}
