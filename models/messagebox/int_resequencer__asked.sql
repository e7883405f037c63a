{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Actions and outcomes of this batch with what they mean: one row is one of them and a component of the MessageBox that it concerns
    (several, where the outcome is of a message that several instances may have got), or what is wrong with it.
-#}
{%- set run = messagebox_run() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('resequencer__arrivals') if settings().arrivals_relation is none }}
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

outcomes as (

    select
        told.*,
        coalesce(concat('u', told.record.message_uid), concat('i', told.record.message_id)) as message
    from {{ ref('int_resequencer__box_inputs') }} as told
    inner join wave on {{ within_wave('told.at') }}
    where told.fault is null and told.kind = 'delivery'

),

matches as (

    -- Of ordered subscriptions the ledger knows the outcomes.
    select * from {{ ref('int_resequencer__matches') }}
    where not is_missing

),

carried as (

    select * from {{ ref('int_resequencer__box_carried') }}

),

named as (

    select * from {{ ref('int_resequencer__named') }}

),

acted as (

    select * from {{ ref('int_resequencer__acted') }}

),

listeners as (

    select * from {{ ref('int_resequencer__listeners') }}

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
    where matches.mode <> 'ordered'

),

called as (

    -- By what an outcome may call its message.
    select
        placed.*,
        concat('i', placed.message_id) as message
    from placed
    {% if run.names_messages -%}
    union all
    select
        placed.*,
        concat('u', {{ founder_message_uid('placed') }}) as message
    from placed
    {{ founders_join('placed') }}
    {%- endif %}

),

meant as (

    -- One row per outcome: what it may be about.
    select
        outcomes.intake,
        outcomes.place,
        collect_set(struct(called.intake, called.place, called.subscription)) as found,
        collect_set(struct(called.intake, called.place, called.subscription, called.component)) as places,
        max(called.routed_with) as routed_with
    from outcomes
    inner join called on outcomes.message = called.message and (called.at is null or outcomes.at > called.at)
    left join named on outcomes.record.instance_uid = named.instance_uid
    where coalesce(outcomes.record.subscription = called.subscription, true) and coalesce(named.component = called.component, true)
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
        version,
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
        cast(null as bigint) as version,
        cast(null as string) as correlation,
        case when meant_at.component is not null then struct(meant_at.intake, meant_at.place, meant_at.subscription) end as reference,
        case
            when meant.found is null then 'unknown_message'
            when size(meant.found) > 1 or (outcomes.record.subscription is null and outcomes.record.instance_uid is null and meant.routed_with > 1) then 'ambiguous_message'
            when meant_at.component is null then 'no_attempt'
        end as problem
    from outcomes
    left join meant on outcomes.intake = meant.intake and outcomes.place = meant.place
    left join named on outcomes.record.instance_uid = named.instance_uid
        lateral view outer inline(case when size(meant.found) = 1 then meant.places end) meant_at as intake, place, subscription, component

)

select * from final
