{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- What has come up to now, with the run that took it in: one row is a message. -#}
{%- set run = messagebox_run() %}
-- depends_on: {{ ref('int_resequencer__box_run') }}
with publications as (

    select * from {{ ref('int_resequencer__publications') }}

),

final as (

    select
        publications.intake_cursor,
        publications.intake,
        publications.place,
        publications.message_uid,
        publications.message_id,
        unix_micros(publications.arrived_at) as arrived_us,
        publications.promoted,
        runs.run,
        runs.clock_before
    from publications
    {{ runs_join('publications', 'arrivals') }}
    where publications.intake_cursor <= {{ cursor_literal(run.arrivals_to) if run.arrivals_to is not none else 'null' }}

)

select * from final
