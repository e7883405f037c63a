{% macro carried_count(ledger, previous) -%}
    {#-
        How many rows a batch looks at of what there is: {open: messages held, sequence states and ranges of the batch before;
        closed: states of closed sequences}. Nothing, where there is no batch before.
    -#}
    {%- if previous is none -%}
        {%- do return({'open': 0, 'closed': 0}) -%}
    {%- endif -%}
    {%- set found = run_query(
        "select cast(count_if(disposition <> 'closed') as string), cast(count_if(disposition = 'closed') as string) from " ~ ledger
        ~ " where disposition = 'closed' or (disposition in " ~ sql_texts(ledger_dispositions().carried) ~ ' and batch_group = ' ~ previous ~ ')'
    ).rows[0] -%}
    {%- do return({'open': found[0] | int, 'closed': found[1] | int}) -%}
{%- endmacro %}
