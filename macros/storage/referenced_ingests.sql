{% macro referenced_ingests() -%}
    {#- The ingests of messages that the MessageBox still needs: a reference or a routing failure is open, or the clock has not reached them. -#}
    {%- set box = model_relation('resequencer__messagebox') if has_subscriptions() else none -%}
    {%- do return(run_query(
        'select distinct cast(shiftright(coalesce(reference.intake, intake), 24) as string) from ' ~ box ~ " where disposition in ('open', 'failure', 'after_clock')"
        ~ ' and batch_group = (select batch.number from ' ~ box ~ " where disposition = 'current')"
    ).columns[0].values() | list if box is not none else []) -%}
{%- endmacro %}
