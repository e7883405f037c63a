{% macro runs_join(rows_, taken) -%}
    {#-
        The join that gives each row of `rows_` (by its `intake`) the run that took it in (run) and the clock of the run before that
        (clock_before): a rebuild, and what follows a run that was cut short, take in what several runs did. `taken`: arrivals or inputs.
    -#}
    {%- set run = messagebox_run() -%}
    {%- set from, to = taken ~ '_from', taken ~ '_to' -%}
    {%- set new = run[taken ~ '_new'] -%}
    left join (
        {%- if run.last is not none and (run.is_rebuild or run.is_continued or run.asks_again or run.waiting) %}
        select distinct
            batch.run as run,
            batch.{{ from }} as intake_from,
            batch.{{ to }} as intake_to,
            batch.previous_clock_us as clock_before
        from {{ messagebox_relation() }}
        where disposition = 'batch' and batch.run < {{ run.number }} and batch.{{ to }} is not null
        union all
        {%- endif %}
        select
            cast({{ run.number }} as bigint) as run,
            cast({{ new | tojson }} as bigint) as intake_from,
            cast(null as bigint) as intake_to,
            cast({{ run.previous_clock_us | tojson }} as bigint) as clock_before
    ) as runs
        on
            (runs.intake_from is null or {{ rows_ }}.intake > runs.intake_from)
            and (runs.intake_to is null or {{ rows_ }}.intake <= runs.intake_to)
{%- endmacro %}
