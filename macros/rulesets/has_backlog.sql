{% macro has_backlog(ledger, batch_number) -%}
    {#-
        Whether something that has left still waits at an outlet with a capacity after that batch: asked only by a
        run that would have nothing else to do. It reads how many messages of each ruleset left in which batch.
    -#}
    {%- set limited = outlets() | rejectattr('capacity', 'none') | list -%}
    {%- if not limited -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set waiting = run_query(
        'select 1 from (' ~ handed_over_rows(
            '(select left_.batch_id, outlets.queue, outlets.capacity, left_.message_count from'
            ~ ' (select ruleset, disposition, batch_id, count(*) as message_count from ' ~ ledger
            ~ " where disposition in ('released', 'bypass', 'failure', 'nohit') group by ruleset, disposition, batch_id) as left_"
            ~ ' inner join (' ~ outlets_relation() ~ ') as outlets on left_.ruleset <=> outlets.ruleset and left_.disposition = outlets.verdict'
            ~ ' where outlets.capacity is not null)',
            'batch_id asc', 'message_count'
        ) ~ ') where handover_batch_id > ' ~ batch_number ~ ' limit 1'
    ).rows -%}
    {%- do return(waiting | length > 0) -%}
{%- endmacro %}
