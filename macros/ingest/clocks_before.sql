{% macro clocks_before(batch, rows_, taken, with_clock=false) -%}
    {#-
        For a rebuild, the join that gives each row of `rows_` (by its `intake`) the clock of the run before the one that took it
        in (clock_before, and its number): the ledger's batch rows tell it. `taken`: arrivals or inputs, of which a batch has the bounds;
        arrivals may have been found late by another batch (found_by). with_clock: also the clock of the run that took it in.
    -#}
    {%- set from, to = taken ~ '_from', taken ~ '_to' -%}
    left join (
        select
            batch.number,
            batch.{{ from }},
            batch.{{ to }},
            unix_micros(batch.previous_clock) as clock_before
            {{- ', unix_micros(batch.clock) as clock' if with_clock }}
        from {{ ledger_relation(for_rebuild=true) }}
        where disposition = 'batch' and batch.number < {{ batch.number }} and batch.{{ to }} is not null
        union all
        select
            cast({{ batch.number }} as bigint),
            cast({{ batch[from] if batch[from] is not none else 'null' }} as bigint),
            cast(null as bigint),
            {{ batch.previous_clock_us }}
            {{- ', cast(' ~ batch.clock_us ~ ' as bigint)' if with_clock }}
    ) as intakes
        on
            {% if taken == 'arrivals' -%}
            {{ rows_ }}.found_by = intakes.number
            or {{ rows_ }}.found_by is null and
            {%- endif %}
            (intakes.{{ from }} is null or {{ rows_ }}.intake > intakes.{{ from }})
            and (intakes.{{ to }} is null or {{ rows_ }}.intake <= intakes.{{ to }})
{%- endmacro %}
