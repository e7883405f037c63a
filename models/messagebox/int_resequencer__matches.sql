{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    One row is a message and a subscription that matches it, with the way it goes there: `ordered` to the ledger, `listen` to the instances
    that wait for its values, `line` to the instance of its convoy, `plain` to an instance of its own. `component`: what it has a common
    life with; of `listen` several, which the instances say.
-#}
with matched as (

    select * from {{ ref('int_resequencer__matched') }}

),

exploded as (

    select
        matched.intake,
        matched.place,
        matched.message_id,
        matched.arrived_us,
        matched.at,
        matched.asked,
        matched.has_failed,
        matched.promoted,
        size(matched.matches) as match_count,
        match.*,
        exists(match.correlate, name -> matched.promoted[name] is null) as is_missing
    from matched
        lateral view inline(matched.matches) match as subscription, version, matched_group, is_stopped, from_place, until_place, rest, earlier, kind, is_unrouted, correlate, is_once, is_acknowledged, is_ordered

),

wanted as (

    -- A backfill gives the unrouted what nobody has got.
    select * from exploded
    where not (is_unrouted and coalesce(asked, '') = 'backfill' and not has_failed)

),

moded as (

    select
        * except (promoted, kind, correlate, rest, earlier, from_place, until_place),
        -- A convoy is no instance that waits: its values are none that a message of another kind of subscription, or a host, can name.
        case when not is_missing then concat(case when kind <> 'instance' then 'line ' else '' end, {{ correlation_of('correlate', 'promoted') }}) end as correlation,
        case when is_ordered then 'ordered' when kind = 'instance' then 'listen' when size(correlate) > 0 then 'line' else 'plain' end as mode
    from wanted

),

final as (

    select
        *,
        concat('m', intake, '/', place, '/', subscription) as instance,
        case mode
            when 'plain' then concat('m', intake, '/', place, '/', subscription)
            when 'ordered' then concat('o', intake, '/', place, '/', subscription)
            when 'line' then concat('l', subscription, '/', correlation)
        end as component
    from moded

)

select * from final
