{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Actions and outcomes of this batch with what they mean: one row is one of them and a component of the MessageBox that it concerns
    (several, where the outcome is of a message that several instances may have got), or what is wrong with it.
-#}
{%- set run = messagebox_run() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

told as (

    select told.*
    from {{ ref('int_resequencer__box_inputs') }} as told
    inner join wave on {{ within_wave('told.at') }}
    where told.fault is null

),

matches as (

    select * from {{ ref('int_resequencer__matches') }}
    where not is_missing

),

carried as (

    select * from {{ ref('int_resequencer__box_carried') }}

),

{% if run.names_instances %}
founded as (

    -- Instances that there are, or that this batch may make, by what makes them.
    select
        component,
        instance.instance,
        instance.founder
    from carried
    where instance is not null
    union all
    select
        component,
        instance,
        {{ box_struct('founder', {'intake': 'intake', 'place': 'place', 'message_id': 'message_id', 'subscription': 'subscription'}) }} as founder
    from matches
    where mode in ('plain', 'line')

),

named as (

    -- With the uids that hosts know them by.
    select
        founded.*,
        coalesce(founded.founder.given, {{ instance_uid('founded.founder') }}) as instance_uid
    from founded
    {{ founders_join('founded.founder') }}

),
{% else %}
named as (

    select
        cast(null as string) as component,
        cast(null as string) as instance,
        cast(null as {{ box_type('founder') }}) as founder,
        cast(null as string) as instance_uid
    from wave
    where false

),
{% endif %}

definitions as (

    select
        statuses.subscription,
        statuses.from_place,
        statuses.until_place,
        definitions.definition.kind,
        definitions.definition.correlate
    from {{ ref('int_resequencer__statuses') }} as statuses
    inner join {{ ref('int_resequencer__definitions') }} as definitions
        on statuses.subscription = definitions.subscription and statuses.version = definitions.version
    where statuses.status <> 'removed'

),

acted as (

    -- Actions of instances: an instance that is not there may be one of a host's own.
    select
        told.*,
        coalesce(named.component, concat('h', told.record.instance_uid)) as component,
        coalesce(named.instance, concat('h', told.record.instance_uid)) as instance,
        coalesce(named.founder, {{ box_struct('founder', {'given': 'told.record.instance_uid'}) }}) as founder,
        case
            when told.record.`values` is not null and definitions.correlate is not null
                and not exists(definitions.correlate, name -> told.record.`values`[name] is null)
                then to_json(transform(definitions.correlate, name -> told.record.`values`[name]))
        end as correlation,
        case
            when told.action = 'subscribe' and definitions.subscription is null then 'unknown_subscription'
            when told.action = 'subscribe' and definitions.kind <> 'instance' then 'not_applicable'
            when told.action = 'subscribe' and exists(definitions.correlate, name -> told.record.`values`[name] is null) then 'missing_field'
        end as problem
    from told
    left join named on told.record.instance_uid = named.instance_uid
    left join definitions
        on
            told.record.subscription = definitions.subscription
            and told.at >= definitions.from_place and (definitions.until_place is null or told.at < definitions.until_place)
    where told.action in ('subscribe', 'unsubscribe', 'ready', 'begin', 'dehydrate', 'break', 'suspend', 'resume', 'complete', 'terminate')

),

listeners as (

    -- Who may wait for which values.
    select distinct
        carried.component,
        spell.subscription,
        spell.correlation
    from carried
        lateral view inline(carried.spells) spell as instance, subscription, correlation, from_place, until_place
    union
    select
        component,
        record.subscription,
        correlation
    from acted
    where action = 'subscribe' and problem is null

),

placed as (

    -- Where references are, or may be: one row is a message, a subscription and a component.
    select
        carried.reference.intake,
        carried.reference.place,
        carried.reference.message_id,
        carried.reference.subscription,
        carried.component,
        cast(null as {{ box_type('place') }}) as at,
        carried.reference.routed_with
    from carried
    where carried.disposition = 'open'
    union all
    select
        matches.intake,
        matches.place,
        matches.message_id,
        matches.subscription,
        coalesce(matches.component, listeners.component) as component,
        matches.at,
        cast(matches.match_count as bigint) as routed_with
    from matches
    left join listeners on matches.mode = 'listen' and matches.subscription = listeners.subscription and matches.correlation = listeners.correlation

),

outcomes as (

    select
        *,
        coalesce(record.message_id, '') as message_id
    from told
    where kind = 'delivery'

),

meant as (

    -- One row per outcome: what it may be about.
    select
        outcomes.intake,
        outcomes.place,
        collect_set(struct(placed.intake, placed.place, placed.subscription)) as found,
        collect_set(struct(placed.intake, placed.place, placed.subscription, placed.component)) as places,
        max(placed.routed_with) as routed_with
    from outcomes
    inner join placed on outcomes.message_id = placed.message_id and (placed.at is null or outcomes.at > placed.at)
    where coalesce(outcomes.record.subscription = placed.subscription, true)
    group by outcomes.intake, outcomes.place

),

final as (

    select
        kind,
        action as what,
        record,
        raw_record,
        intake,
        place,
        at,
        component,
        instance,
        founder,
        correlation,
        cast(null as struct<intake: bigint, place: bigint, subscription: string>) as reference,
        problem
    from acted
    union all
    select
        outcomes.kind,
        outcomes.record.outcome as what,
        outcomes.record,
        outcomes.raw_record,
        outcomes.intake,
        outcomes.place,
        outcomes.at,
        meant_at.component,
        coalesce(named.instance, concat('h', outcomes.record.instance_uid)) as instance,
        cast(null as {{ box_type('founder') }}) as founder,
        cast(null as string) as correlation,
        case when meant_at.component is not null then struct(meant_at.intake, meant_at.place, meant_at.subscription) end as reference,
        case
            when meant.found is null then 'unknown_message'
            when size(meant.found) > 1 or (outcomes.record.subscription is null and meant.routed_with > 1) then 'ambiguous_message'
            when meant_at.component is null then 'no_attempt'
        end as problem
    from outcomes
    left join meant on outcomes.intake = meant.intake and outcomes.place = meant.place
    left join named on outcomes.record.instance_uid = named.instance_uid
        lateral view outer inline(case when size(meant.found) = 1 then meant.places end) meant_at as intake, place, subscription, component

)

select * from final
