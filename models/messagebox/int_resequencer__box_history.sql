{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- All that has come up to now, for actions that ask for history (`reroute`, `backfill`), with the run that took it in: one row is a message. -#}
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
        publications.message_uid,
        {{ 'publications.message_id' if keeps_message_ids() else 'cast(null as string)' }} as message_id,
        unix_micros(publications.arrived_at) as arrived_us,
        publications.promoted,
        runs.run,
        runs.clock_before
    from publications
    {{ runs_join('publications', 'arrivals') }}
    where
        publications.intake_cursor <= {{ cursor_literal(run.arrivals_to) if run.arrivals_to is not none else 'null' }}

)

select * from final
