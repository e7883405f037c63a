{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Which messages somebody gets, and why nobody does (R6): one row is a message that is to be routed. -#}
-- computed once
with matched as (

    -- Of each message whether a subscription gets it for sure, or may; and what may keep it from one.
    select
        *,
        exists(matches, m -> not m.is_unrouted and m.mode <> 'listen' and not m.is_missing) as is_sure,
        exists(matches, m -> m.is_unrouted) as has_rest,
        exists(matches, m -> m.mode = 'listen' and not m.is_missing) as may_listen,
        exists(matches, m -> not m.is_unrouted and m.is_missing) as is_missing
    from {{ ref('int_resequencer__matched') }}
    where is_now

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

judged as (

    -- Only a message that an instance may wait for can have been heard.
    select
        *,
        is_sure as is_got
    from matched
    where not may_listen
    union all
    select
        matched.*,
        matched.is_sure or heard.intake is not null as is_got
    from matched
    left join heard on matched.intake = heard.intake and matched.place = heard.place
    where matched.may_listen

),

final as (

    select
        judged.intake,
        judged.place,
        judged.message_id,
        judged.arrived_us,
        judged.at,
        judged.asked,
        judged.asked_by,
        judged.has_failed,
        judged.is_got,
        judged.has_rest,
        case
            when judged.may_listen then 'no_live_instance'
            when judged.is_missing then 'missing_correlation'
            when exists(moments.stretches, one -> one.from_place <= judged.at and (one.until_place is null or judged.at < one.until_place)) then 'no_match'
            else 'no_subscription'
        end as reason
    from judged
    cross join moments

)

select * from final
