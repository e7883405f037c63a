{% macro decided_messages(ledger) -%}
    {#- A query without its end, to which conditions are added: the messages of the ledger with their verdicts, and those held as of the newest batch. -#}
    select * from {{ ledger }}
    where
        (
            disposition in ('released', 'bypass', 'failure', 'nohit')
            or disposition = 'pending' and batch_group = (select newest.batch.number from {{ ledger }} as newest where newest.disposition = 'current')
        )
{%- endmacro %}
