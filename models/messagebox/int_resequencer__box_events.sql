{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    What happens in this batch to what has a life of several steps: one row is an event and a component. Messages of `plain` subscriptions of
    which nothing else is said are left out: they are what routing made of them. `is_unrouted`: the component begins, if it does, with a
    message that nobody else got.
-#}
-- computed once
with matches as (

    select * from {{ ref('int_resequencer__matches') }}
    where not is_missing

),

carried as (

    select * from {{ ref('int_resequencer__box_carried') }}
    where component is not null

),

asked as (

    select * from {{ ref('int_resequencer__asked') }}
    where problem is null

),

changes as (

    -- Subscriptions that start, or end with all that is theirs.
    select
        lives.subscription,
        change.from_place as at,
        case when change.starts then 'start' else 'unenlist' end as what,
        change.changed_by
    from {{ ref('int_resequencer__subscription_lives') }} as lives
        lateral view inline(lives.life.begun) change as status, wanted, version, from_place, changed_by, starts, ends
    where change.starts or change.ends

),

listeners as (

    select * from {{ ref('int_resequencer__listeners') }}

),

messages as (

    select
        coalesce(matches.component, listeners.component) as component,
        matches.mode,
        matches.subscription,
        matches.is_unrouted,
        matches.at,
        {{ box_struct('event', {
            'at': 'matches.at', 'what': "'message'", 'subscription': 'matches.subscription', 'correlation': 'matches.correlation',
            'instance': "case when matches.mode in ('plain', 'line') then matches.instance end",
            'founder': box_struct('founder', {'intake': 'matches.intake', 'place': 'matches.place', 'message_id': 'matches.message_id', 'subscription': 'matches.subscription'}),
            'intake': 'matches.intake', 'place': 'matches.place', 'message_id': 'matches.message_id', 'arrived_us': 'matches.arrived_us',
            'version': 'matches.version', 'matched_group': 'matches.matched_group', 'mode': 'matches.mode', 'is_stopped': 'matches.is_stopped',
            'is_acknowledged': 'matches.is_acknowledged', 'is_once': 'matches.is_once', 'routed_with': 'matches.match_count',
        }) }} as event
    from matches
    left join listeners on matches.mode = 'listen' and matches.subscription = listeners.subscription and matches.correlation = listeners.correlation
    where matches.mode <> 'listen' or listeners.component is not null

),

told as (

    select
        component,
        {{ box_struct('event', {
            'at': 'at', 'what': 'what', 'subscription': 'coalesce(reference.subscription, record.subscription)', 'correlation': 'correlation', 'instance': 'instance',
            'founder': 'founder', 'version': 'version', 'intake': 'reference.intake', 'place': 'reference.place', 'is_resumable': "coalesce(lower(record.resumable) <> 'false', true)",
            'process_id': 'record.process_id', 'error_code': 'record.error_code', 'error_description': 'coalesce(record.error_description, record.detail)',
            'said_by': "case kind when 'action' then record.action_id else 'delivery' end", 'input_intake': 'intake', 'input_place': 'place',
        }) }} as event
    from asked

),

concerned as (

    -- Which components a change of a subscription may concern: what there was before it.
    select
        carried.component,
        changes.at,
        changes.what,
        changes.subscription,
        changes.changed_by
    from (
        select
            component,
            instance.subscription
        from carried
        union all
        select
            component,
            reference.subscription
        from carried
        where reference is not null
    ) as carried
    inner join changes on carried.subscription = changes.subscription
    union
    select /*+ broadcast(changes) */
        messages.component,
        changes.at,
        changes.what,
        changes.subscription,
        changes.changed_by
    from messages
    inner join changes on messages.subscription = changes.subscription and messages.at < changes.at
    union
    select
        asked.component,
        changes.at,
        changes.what,
        changes.subscription,
        changes.changed_by
    from asked
    inner join changes on asked.record.subscription = changes.subscription and asked.at < changes.at
    where asked.what = 'subscribe'

),

changed as (

    select
        component,
        {{ box_struct('event', {'at': 'at', 'what': 'what', 'subscription': 'subscription', 'said_by': 'changed_by'}) }} as event
    from concerned

),

touched as (

    select component from told
    union
    select component from changed

),

any_touched as (

    select count(*) > 0 as is_any
    from touched

),

final as (

    select
        messages.component,
        messages.event,
        false as is_unrouted
    from messages
    where messages.mode in ('line', 'listen')
    union all
    select
        messages.component,
        messages.event,
        messages.is_unrouted
    from messages
    left semi join touched on messages.component = touched.component
    -- Where nothing is said of any, none is looked for: that would sort all of them.
    where messages.mode in ('plain', 'ordered') and (select any_touched.is_any from any_touched)
    union all
    select
        component,
        event,
        false as is_unrouted
    from told
    union all
    select
        component,
        event,
        false as is_unrouted
    from changed

)

select * from final
