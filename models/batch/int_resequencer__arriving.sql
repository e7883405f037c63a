{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__batch') }}
{%- set batch = current_batch() %}
{#- What has entered the queue of an ordered subscription has its place from there. -#}
{%- set entry = {
    'columns': ', enqueued_us, entered_as, routed_by',
    'us': 'when enqueued_us is not null then enqueued_us ',
    'ingest': 'coalesce(entered_as, ingest)',
} if has_subscriptions() else {'columns': '', 'us': '', 'ingest': 'ingest'} %}

with routed as (

    select * from {{ ref('int_resequencer__found_late') }}

),

taken_in as (

    -- One row per message that this batch takes in, with the clock of the run before the one that took it in first.
    select
        routed.*,
        unix_micros(routed.arrived_at) as arrived_us,
        {{ 'intakes.clock_before' if batch.is_rebuild else 'cast(' ~ batch.previous_clock_us | tojson ~ ' as bigint)' }} as clock_before,
        {{ ingest_of_arrival(batch) }} as ingest
    from routed
    {{ clocks_before(batch, 'routed', 'arrivals') if batch.is_rebuild }}
    where {{ is_taken_in(batch) }}

),

final as (

    -- came_at: its effective arrival first. What landed after a run had reached its time cannot have been there before.
    select
        * except (clock_before, ingest{{ entry.columns }}),
        named_struct(
            'us', case {{ entry.us }}when arrived_us is not null then greatest(arrived_us, clock_before) end,
            'ingest', {{ entry.ingest }}, 'arrived_us', arrived_us, 'intake', intake, 'place', place
        ) as came_at
    from taken_in

)

select * from final
