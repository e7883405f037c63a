{% macro carried_count(ledger, previous) -%}
    {#- So many rows a batch looks at of what there is: messages held, heads and ranges of the one before, heads of closed sequences. -#}
    {%- do return(run_query(
        'select count(*) from ' ~ ledger ~ " where disposition = 'closed' or (disposition in "
        ~ sql_texts(ledger_dispositions().carried) ~ ' and batch_group = ' ~ previous ~ ')'
    ).rows[0][0] | int) -%}
{%- endmacro %}
