{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Which messages somebody gets, and why nobody does (R6): one row is a message that is to be routed. -#}
-- computed once
{%- set lacks_value = lacks_correlation('m.correlate', 'promoted') %}
with matched as (

    -- Of each message whether a subscription gets it for sure, or may; and what may keep it from one.
    select
        *,
        exists(matches, m -> not m.is_unrouted and m.mode <> 'listen' and not {{ lacks_value }}) as is_sure,
        exists(matches, m -> m.is_unrouted) as has_rest,
        exists(matches, m -> m.mode = 'listen' and not {{ lacks_value }}) as may_listen,
        exists(matches, m -> not m.is_unrouted and {{ lacks_value }}) as is_missing
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

final as (

    select
        matched.intake,
        matched.place,
        matched.message_id,
        matched.arrived_us,
        matched.at,
        matched.asked,
        matched.asked_by,
        matched.has_failed,
        matched.is_sure or heard.intake is not null as is_got,
        matched.has_rest,
        case
            when matched.may_listen then 'no_live_instance'
            when matched.is_missing then 'missing_correlation'
            when exists(moments.stretches, one -> one.from_place <= matched.at and (one.until_place is null or matched.at < one.until_place)) then 'no_match'
            else 'no_subscription'
        end as reason
    from matched
    cross join moments
    left join heard on matched.intake = heard.intake and matched.place = heard.place

)

select * from final
