{% macro due_moments(ledger, last) -%}
    {#-
        When what the batch `last` (previous_batch) has carried falls due, as a query: us, microseconds since 1970. What has been due by
        its clock already it has decided. Until the first of them is reached, and with nothing new, a run has nothing to decide.
    -#}
    select
        explode(array_compact(array(
            unix_micros(case when is_ready then due_at else coalesce(waits_until, due_at) end),
            case when head.suspends_us > {{ last.clock_us }} then head.suspends_us end,
            head.gate.expires_us
        ))) as us
    from {{ ledger }}
    where disposition in ('pending', 'head', 'input', 'flight', 'course') and batch_group = {{ last.number }}
{%- endmacro %}
