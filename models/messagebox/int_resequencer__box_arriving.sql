{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('int_resequencer__wave') }}
{#- Messages that this run may route, with their place in the order of events: one row is a message that has come since, or has waited for the clock. -#}
{%- set run = messagebox_run() %}
with publications as (

    select * from {{ ref('int_resequencer__publications') }}

),

landed as (

    -- What no batch has routed yet, with the run that took it in.
    select
        publications.intake,
        publications.place,
        publications.message_id,
        publications.message_uid,
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

),

final as (

    select
        intake,
        place,
        message_id,
        message_uid,
        arrived_us,
        promoted,
        {{ place_of_event('arrived_us', 3, 'intake', 'place') }} as at
    from landed

)

select * from final
