{% macro in_delivery_rows(batch) -%}
    {#- Messages that have been sent and wait: for their outcome (flight), or, since that was a failure, for a decision. -#}
    select
        order_group,
        sequence_id as group_key,
        waiting.message_id,
        waiting.sent_us as arrival_us
    from {{ this if batch.previous is not none else '(select ' ~ ledger_row({}) ~ ')' }}
    lateral view explode(case when disposition = 'flight' then array(attempt) else head.gate.stops end) attempts as waiting
    where {{ "(disposition in ('flight', 'head') and batch_group = " ~ batch.previous ~ ")" ~ (" or disposition = 'closed'" if batch.has_closed) if batch.previous is not none else 'false' }}
{%- endmacro %}
