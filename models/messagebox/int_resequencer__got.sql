{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Which messages somebody gets, and why nobody does (R6): one row is a message that is to be routed. -#}
-- computed once
with matches as (

    select
        intake,
        place,
        max(not is_unrouted and mode <> 'listen' and not is_missing) as is_sure,
        max(is_unrouted) as has_rest,
        max(mode = 'listen' and not is_missing) as may_listen,
        max(not is_unrouted and is_missing) as is_missing
    from {{ ref('int_resequencer__matches') }}
    group by intake, place

),

heard as (

    -- Messages that an instance which waited for their values got in this batch.
    select distinct
        given.reference.intake,
        given.reference.place
    from (select explode(life.refs) as reference from {{ ref('int_resequencer__lives') }}) as given
    where given.reference.is_new

),

enlisted as (

    select
        from_place,
        until_place
    from {{ ref('int_resequencer__statuses') }}
    where status in ('started', 'stopped')

),

moments as (

    -- From when to when anything is enlisted.
    select collect_list(struct(from_place, until_place)) as stretches
    from (select distinct from_place, until_place from enlisted) as distinct_stretches

),

final as (

    select
        tries.intake,
        tries.place,
        tries.message_id,
        tries.arrived_us,
        tries.at,
        tries.asked,
        tries.asked_by,
        tries.has_failed,
        coalesce(matches.is_sure, false) or heard.intake is not null as is_got,
        coalesce(matches.has_rest, false) as has_rest,
        case
            when matches.may_listen then 'no_live_instance'
            when matches.is_missing then 'missing_correlation'
            when exists(moments.stretches, one -> one.from_place <= tries.at and (one.until_place is null or tries.at < one.until_place)) then 'no_match'
            else 'no_subscription'
        end as reason
    from {{ ref('int_resequencer__matched') }} as tries
    cross join moments
    left join matches on tries.intake = matches.intake and tries.place = matches.place
    left join heard on tries.intake = heard.intake and tries.place = heard.place
    where tries.is_now

)

select * from final
