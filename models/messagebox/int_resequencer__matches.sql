{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    One row is a message and a subscription that matches it. `component`: what it has a common life with; of mode `listen` several, which
    the instances say.
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
        matched.promoted,
        size(matched.matches) as match_count,
        match.*,
        {{ lacks_correlation('match.correlate', 'matched.promoted') }} as is_missing
    from matched
        lateral view inline(matched.matches) match as subscription, version, matched_group, is_stopped, from_place, until_place, rest, earlier, is_unrouted, correlate, is_once, is_acknowledged, mode

),

correlated as (

    select
        * except (promoted, correlate, rest, earlier, from_place, until_place),
        -- A convoy is no instance that waits: its values are none that a message of another kind of subscription, or a host, can name.
        case when not is_missing then concat(case when mode = 'line' then 'line ' else '' end, {{ correlation_of('correlate', 'promoted') }}) end as correlation
    from exploded

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
    from correlated

)

select * from final
