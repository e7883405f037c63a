{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    One batch of the MessageBox: what happens from one place in the order of events to another. A run is one batch, unless messages are to be
    routed anew (`reroute`, `backfill`): each such action begins a batch, since it asks what stands by then.
-#}
{%- set run = messagebox_run() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('int_resequencer__box_inputs') }}
with newest as (

    -- The newest batch; of a rebuild only one of its own.
    select batch
    from {{ messagebox_relation() }}
    where disposition = 'current'{{ ' and batch.run = ' ~ run.number if run.is_rebuild }}

),

{% if run.asks_again %}
asked as (

    -- Where the next batch begins.
    select min(place_of.at) as until_place
    from {{ ref('int_resequencer__box_inputs') }} as place_of
    left join newest on true
    where
        place_of.action in ('reroute', 'backfill') and place_of.fault is null
        and place_of.at.us <= {{ run.clock_us }}
        and (newest.batch is null or place_of.at > newest.batch.until_place)

),
{% else %}
asked as (

    select cast(null as {{ box_type('place') }}) as until_place

),
{% endif %}

final as (

    select
        coalesce(newest.batch.number, {{ run.last or 0 }}) + 1 as number,
        newest.batch.number as previous,
        cast({{ run.number }} as bigint) as run,
        cast({{ run.clock_us }} as bigint) as clock_us,
        cast({{ run.previous_clock_us | tojson }} as bigint) as previous_clock_us,
        newest.batch.until_place as from_place,
        asked.until_place is null as is_whole,
        -- All that the next run takes in comes after this.
        coalesce(asked.until_place, {{ box_struct('place', {
            'us': run.clock_us, 'is_late': 1, 'run': run.number + 1, 'rank': -1, 'own_us': -9223372036854775808, 'intake': 0, 'place': 0, 'turn': 0,
        }) }}) as until_place
    from asked
    left join newest on true

)

select * from final
