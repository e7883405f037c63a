{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Messages that this run may route, with the run that took them in: one row is a message that has come since, or has waited for the clock. -#}
{%- set run = messagebox_run() %}
-- planned once
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('int_resequencer__wave') }}
with publications as (

    select * from {{ ref('int_resequencer__publications') }}

),

final as (

    select
        publications.intake,
        publications.place,
        {{ 'publications.message_id' if keeps_message_ids() else 'cast(null as string)' }} as message_id,
        unix_micros(publications.arrived_at) as arrived_us,
        publications.promoted,
        runs.run,
        runs.clock_before
    from publications
    {{ runs_join('publications', 'arrivals') }}
    where
        publications.intake_cursor <= {{ cursor_literal(run.arrivals_to) if run.arrivals_to is not none else 'null' }}
        {% if run.arrivals_from is not none -%}
        and (
            publications.intake_cursor > {{ cursor_literal(run.arrivals_from) }}
            {%- for intake in run.waiting %}
            or publications.intake_cursor = {{ cursor_literal(intake) }}
            {%- endfor %}
        )
        {%- endif %}

)

select * from final
