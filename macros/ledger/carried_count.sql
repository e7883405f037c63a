{% macro carried_count(ledger, previous) -%}
    {#-
        So many rows a batch looks at of what there is: {count: messages held, heads and ranges of the one before, and heads of
        closed sequences; closed: how many of these there are}.
    -#}
    {%- set found = run_query(
        "select cast(count(*) as string), cast(count_if(disposition = 'closed') as string) from " ~ ledger ~ " where disposition = 'closed' or (disposition in "
        ~ sql_texts(ledger_dispositions().carried) ~ ' and batch_group = ' ~ previous ~ ')'
    ).rows[0] -%}
    {%- do return({'count': found[0] | int, 'closed': found[1] | int}) -%}
{%- endmacro %}
