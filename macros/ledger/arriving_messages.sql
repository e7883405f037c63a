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
    left join (
        select
            batch.arrivals_from,
            batch.arrivals_to,
            unix_micros(batch.previous_clock) as clock_before
        from {{ this }}
        where disposition = 'batch' and batch.arrivals_to is not null
        union all
        select
            cast({{ batch.arrivals_from if batch.arrivals_from is not none else 'null' }} as bigint),
            cast(null as bigint),
            {{ batch.previous_clock_us }}
    ) as intakes
        on (intakes.arrivals_from is null or routed.intake > intakes.arrivals_from)
        and (intakes.arrivals_to is null or routed.intake <= intakes.arrivals_to)
    {% endif %}
    where
        {{ 'intake_cursor <= ' ~ cursor_literal(batch.arrivals_to) if batch.arrivals_to is not none else 'false' }}
        {% if batch.arrivals_from is not none and not batch.is_rebuild -%}
        and intake_cursor > {{ cursor_literal(batch.arrivals_from) }}
        {%- endif %}
{%- endmacro %}
