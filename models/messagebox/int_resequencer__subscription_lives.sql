{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    The life of each subscription up to the end of this batch: settings and actions of operators, one after the other. One row is a
    subscription, with the status that it had before, those that begin in this batch, and what became of the actions.
-#}
-- computed once
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

definitions as (

    select
        *,
        definition.on_unenlist = 'terminate' as terminates
    from {{ ref('int_resequencer__definitions') }}

),

before as (

    -- How each stood at the end of the batch before.
    select
        box.subscription,
        max_by(box.status, box.status.from_place) as status
    from {{ messagebox_relation() }} as box
    inner join wave on box.disposition = 'status' and box.batch_group <= wave.previous
    group by box.subscription

),

events as (

    select
        definitions.subscription,
        struct(
            definitions.at, 'settings' as what, definitions.version, definitions.is_removed, definitions.definition.status as wanted, definitions.terminates,
            'settings' as changed_by, cast(null as bigint) as intake, cast(null as bigint) as place
        ) as event
    from definitions
    inner join wave on {{ within_wave('definitions.at') }}
    union all
    select
        told.record.subscription,
        struct(
            told.at, told.action as what, cast(null as bigint) as version, false as is_removed,
            case told.action when 'start' then 'started' when 'unenlist' then 'unenlisted' else 'stopped' end as wanted,
            cast(null as boolean) as terminates, told.record.action_id as changed_by, told.intake, told.place
        ) as event
    from {{ ref('int_resequencer__box_inputs') }} as told
    inner join wave on {{ within_wave('told.at') }}
    where told.fault is null and told.action in ('enlist', 'start', 'stop', 'unenlist')

),

happened as (

    select
        subscription,
        array_sort(collect_list(event)) as events
    from events
    group by subscription

),

begun as (

    select
        coalesce(before.subscription, happened.subscription) as subscription,
        before.status as before,
        coalesce(happened.events, array()) as events,
        named_struct(
            'status', coalesce(before.status.status, 'removed'), 'wanted', before.status.wanted, 'version', before.status.version,
            'terminates', coalesce(definitions.terminates, false),
            'begun', cast(array() as array<{{ box_type('status') }}>), 'answers', cast(array() as array<{{ box_type('answer') }}>)
        ) as zero
    from before
    full outer join happened on before.subscription = happened.subscription
    left join definitions on before.subscription = definitions.subscription and before.status.version = definitions.version

),

final as (

    -- An action is possible or it is not; settings change a status only where they themselves change.
    select
        subscription,
        before,
        aggregate(
            events, zero, (state, event) -> case
                when event.what <> 'settings' and (state.status = 'removed' or not array_contains(
                    case event.what when 'enlist' then array('unenlisted') when 'start' then array('stopped', 'unenlisted') when 'stop' then array('started') else array('started', 'stopped') end,
                    state.status
                ))
                    then named_struct(
                        'status', state.status, 'wanted', state.wanted, 'version', state.version, 'terminates', state.terminates, 'begun', state.begun,
                        'answers', concat(state.answers, array({{ box_struct('answer', {
                            'intake': 'event.intake', 'place': 'event.place', 'problem': "case state.status when 'removed' then 'unknown_subscription' else 'not_applicable' end",
                        }) }}))
                    )
                else named_struct(
                    'status', {{ status_after() }},
                    'wanted', case when event.what = 'settings' then event.wanted else state.wanted end,
                    'version', coalesce(event.version, state.version), 'terminates', coalesce(event.terminates, state.terminates),
                    'begun', concat(state.begun, array({{ box_struct('status', {
                        'status': status_after(), 'wanted': "case when event.what = 'settings' then event.wanted else state.wanted end",
                        'version': 'coalesce(event.version, state.version)', 'from_place': 'event.at', 'changed_by': 'event.changed_by',
                        'starts': status_after() ~ " = 'started' and state.status <> 'started'",
                        'ends': status_after() ~ " in ('unenlisted', 'removed') and state.status not in ('unenlisted', 'removed') and coalesce(case when event.is_removed then state.terminates else event.terminates end, state.terminates)",
                    }) }})),
                    'answers', case when event.what = 'settings' then state.answers else concat(state.answers, array({{ box_struct('answer', {
                        'intake': 'event.intake', 'place': 'event.place',
                    }) }})) end
                )
            end
        ) as life
    from begun

)

select * from final
