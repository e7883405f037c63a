{% macro arriving_messages(batch) -%}
    {#-
        Messages taken in by this batch, with their effective arrival (docs/semantics.md): arrived_at, or the clock
        of the run before the one that took the message in, where that is later. A rebuild takes every
        message in again, each with the clock it had then: the ledger's batch rows tell it.
    -#}
    select
        routed.*,
        unix_micros(arrived_at) as arrived_us,
        {{ effective_arrival('unix_micros(arrived_at)', 'clock_before' if batch.is_rebuild else batch.previous_clock_us) }} as arrival_us
    from {{ ref('int_resequencer__routed') }} as routed
    {% if batch.is_rebuild %}
    {{ clocks_before(batch, 'routed', 'arrivals') }}
    {% endif %}
    where
        {{ 'intake_cursor <= ' ~ cursor_literal(batch.arrivals_to) if batch.arrivals_to is not none else 'false' }}
        {% if batch.arrivals_from is not none and not batch.is_rebuild -%}
        and intake_cursor > {{ cursor_literal(batch.arrivals_from) }}
        {%- endif %}
{%- endmacro %}
