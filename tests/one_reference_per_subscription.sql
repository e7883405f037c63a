{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

-- A subscription gets a message once, an instance subscription once for each instance. Here is what it was given twice, or what stands in
-- the queues twice, or without having been given.
with given as (

    select
        message_uid,
        subscription,
        kind,
        case kind when 'instance' then instance_uid end as instance_uid
    from {{ ref('resequencer__find_subscriptions') }}

),

found as (

    select
        message_uid,
        subscription,
        instance_uid,
        count(*) as found_count
    from given
    group by message_uid, subscription, instance_uid

),

templates as (

    select distinct subscription from given
    where kind = 'instance'

),

standing as (

    select
        message_uid,
        subscription,
        instance_uid
    from {{ ref('resequencer__host_queue') }}
    union all
    select
        message_uid,
        subscription,
        instance_uid
    from {{ ref('resequencer__host_queue_suspended') }}

),

queued as (

    select
        message_uid,
        subscription,
        instance_uid,
        count(*) as queued_count
    from (
        select
            standing.message_uid,
            standing.subscription,
            case when templates.subscription is not null then standing.instance_uid end as instance_uid
        from standing
        left join templates on standing.subscription = templates.subscription
    ) as references_queued
    group by message_uid, subscription, instance_uid

)

select
    coalesce(found.message_uid, queued.message_uid) as message_uid,
    coalesce(found.subscription, queued.subscription) as subscription,
    found.found_count,
    queued.queued_count
from found
full outer join queued
    on
        found.message_uid = queued.message_uid
        and found.subscription = queued.subscription
        and found.instance_uid <=> queued.instance_uid
where
    coalesce(found.found_count, 0) <> 1
    or queued.queued_count > 1
