{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Messages that are to be routed in this batch: those that are published in it, and those that an action asks to route again; and those that
    are left for a later one (is_now: false). One row is a message; a message is routed once, at its effective arrival.
-#}
{%- set run = messagebox_run() %}
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('int_resequencer__box_inputs') }}
-- depends_on: {{ ref('int_resequencer__box_history') }}
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

placed as (

    select * from {{ ref('int_resequencer__box_arriving') }}

),

{% if run.asks_again %}
asking as (

    -- The action that this batch begins with, if it is one.
    select
        told.action,
        told.record,
        told.at,
        unix_micros({{ as_utc_timestamp('told.record.from_at') }}) as from_us,
        unix_micros({{ as_utc_timestamp('told.record.to_at') }}) as to_us
    from {{ ref('int_resequencer__box_inputs') }} as told
    inner join wave on told.at = wave.from_place
    where told.action in ('reroute', 'backfill') and told.fault is null

),

published as (

    -- All that there was by then, at its effective arrival.
    select
        asking.action,
        asking.record,
        asking.at,
        history.intake,
        history.place,
        history.message_id,
        history.arrived_us,
        history.promoted,
        {{ place_of_event('history.arrived_us', 3, 'history.intake', 'history.place', 'history.clock_before', 'history.run') }} as published_at
    from {{ ref('int_resequencer__box_history') }} as history
    inner join asking on (asking.record.message_uid is null or history.message_uid = asking.record.message_uid)

),

open_failures as (

    select
        box.intake,
        box.place
    from {{ messagebox_relation() }} as box
    inner join wave on box.batch_group = wave.previous
    where box.disposition = 'failure' and box.batch_group >= {{ run.last or 0 }}

),

again as (

    -- A reroute is for what nobody got; a backfill for what one subscription has not got.
    select
        published.*,
        open_failures.intake is not null as has_failed
    from published
    inner join asking on
        published.published_at < asking.at
        and (asking.from_us is null or asking.from_us <= published.published_at.us)
        and (asking.to_us is null or published.published_at.us <= asking.to_us)
    left join open_failures on published.intake = open_failures.intake and published.place = open_failures.place
    where
        (asking.action = 'reroute' and open_failures.intake is not null)
        or (asking.action = 'backfill' and published.record.subscription is not null and not exists(
            select 1 from {{ messagebox_relation() }} as box
            where
                box.disposition = 'reference' and box.subscription = published.record.subscription
                and box.intake = published.intake and box.place = published.place
        ))

),

{% endif %}
final as (

    select
        placed.intake,
        placed.place,
        placed.message_id,
        placed.arrived_us,
        placed.promoted,
        placed.at,
        cast(null as string) as asked,
        cast(null as string) as asked_by,
        cast(null as string) as only_subscription,
        false as has_failed,
        placed.at < wave.until_place as is_now
    from placed
    cross join wave
    where wave.from_place is null or placed.at >= wave.from_place
    {% if run.asks_again %}
    union all
    select
        intake,
        place,
        message_id,
        arrived_us,
        promoted,
        {{ box_with('place', 'at', {'turn': 'row_number() over (order by published_at asc)'}) }} as at,
        action as asked,
        record.action_id as asked_by,
        record.subscription as only_subscription,
        has_failed,
        true as is_now
    from again
    {% endif %}

)

select * from final
