{% macro referenced_ingests(until_us) -%}
    {#-
        The ingests of messages that the MessageBox still needs: a reference or a routing failure is open, the clock has not reached them, they
        have entered a queue since `until_us` (microseconds), an ordered subscription's wait or are not settled, or the ledger still tells what became
        of them: their contents are nowhere else.
    -#}
    {%- if not has_subscriptions() -%}{%- do return([]) -%}{%- endif -%}
    {%- set box, ledger = model_relation('resequencer__messagebox'), model_relation('resequencer__ledger') -%}
    {%- set in_newest = ' and batch_group = (select batch.number from {} where disposition = \'current\')' -%}
    {%- do return(run_query(
        'select distinct cast(shiftright(intake, 24) as string) from ('
        ~ 'select coalesce(reference.intake, intake) as intake from ' ~ box ~ " where disposition in ('open', 'failure', 'after_clock')" ~ in_newest.format(box)
        ~ ' union all select intake from ' ~ box ~ " where disposition in ('reference', 'change') and coalesce(enqueued_us, at_us) >= " ~ until_us
        ~ ' union all select coalesce(intake, attempt.intake) from ' ~ ledger ~ " where disposition in ('pending', 'flight', 'course')" ~ in_newest.format(ledger)
        ~ ' union all select intake from ' ~ ledger ~ " where disposition in ('released', 'bypass', 'failure')"
        ~ ') where intake is not null'
    ).columns[0].values() | list) -%}
{%- endmacro %}
