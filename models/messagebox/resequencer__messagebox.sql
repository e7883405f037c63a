{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['disposition', 'batch_group'],
        enabled=var('resequencer__subscriptions', none) is not none,
        post_hook=["{{ compile_again() }}", "{{ route_on() }}", "{{ warn_of_repeated_ids() }}", "{{ tidy_messagebox() }}"],
        tblproperties={
            'delta.dataSkippingNumIndexedCols': '0',
            'delta.deletedFileRetentionDuration': version_retention(),
            'delta.logRetentionDuration': version_retention(),
        },
    )
}}

{#-
    The state of the MessageBox, and its only commit: what one batch routes, to all subscriptions that match, and what it leaves open. It
    reads what the batch before left open and what has come since; nothing older, unless an action asks for it. Each kind of row:
    resequencer__messagebox.yml.
-#}
{%- set run = messagebox_run() %}
-- depends_on: {{ ref('int_resequencer__box_run') }}
{% if run.is_idle %}
with newest as (

    select batch
    from {{ messagebox_relation() }}
    where disposition = 'current' and batch.last_clock_us < {{ run.clock_us }}

),

final as (

    -- Nothing to route leaves the clock only, since what lands later has landed after it.
    select
        {{ messagebox_row({
            'batch': box_with('batch', 'batch', {'last_clock_us': run.clock_us, 'until_place': box_with('place', 'batch.until_place', {'us': run.clock_us, 'run': 'batch.run + 1'})}),
            'batch_id': '0', 'disposition': "'current'", 'batch_group': '0',
        }) }}
    from newest

)
{% else %}
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

refs as (

    select * from {{ ref('int_resequencer__box_references') }}

),

lives as (

    select * from {{ ref('int_resequencer__lives') }}
    union all
    select * from {{ ref('int_resequencer__rest_lives') }}

),

failures as (

    select * from {{ ref('int_resequencer__box_failures') }}

),

told as (

    select told.*
    from {{ ref('int_resequencer__box_inputs') }} as told
    cross join wave
    where {{ within_wave('told.at') }}

),

{% if settings().max_references is not none %}
{%- set limit = settings().max_references %}
within_limit as (

    select
        count(*) <= {{ limit }}
        or raise_error(concat(
            'resequencer__max_references is {{ limit }}, and this batch would route ', count(*), ' messages to subscriptions (one counts once for each). ',
            'It has written nothing: use a greater number, or narrower subscriptions.'
        )) is null as holds
    from refs
    where reference.is_new

),

{% endif -%}
reference_rows as (

    -- What routing has decided: never changed.
    select
        {{ messagebox_row({
            'intake': 'reference.intake', 'place': 'reference.place', 'message_id': 'reference.message_id' if keeps_message_ids() else 'case when reference.is_acknowledged then reference.message_id end',
            'subscription': 'reference.subscription', 'version': 'reference.version', 'matched_group': 'reference.matched_group',
            'founder_intake': "case when not is_own then reference.founder.intake end", 'founder_place': "case when not is_own then reference.founder.place end",
            'founder_message_id': "case when not is_own then reference.founder.message_id end",
            'founder_subscription': "case when not is_own then reference.founder.subscription end", 'given_instance': 'reference.founder.given',
            'status_code': 'reference.status_code', 'at_us': 'reference.at_us', 'arrived_us': 'nullif(reference.arrived_us, reference.at_us)',
            'is_acknowledged': 'reference.is_acknowledged', 'entered_as': 'case when reference.status_code = 1 then reference.entered_as end', 'disposition': "'reference'",
            'kind': "case when reference.instance = '' then 'ordered' when is_simple then 'plain' when is_own then 'founded' else 'joined' end",
        }) }}
    from (
        select
            refs.*,
            coalesce(reference.founder.intake = reference.intake and reference.founder.place = reference.place and reference.founder.subscription = reference.subscription, false) as is_own
        from refs
        {{ 'cross join within_limit' if settings().max_references is not none }}
        where reference.is_new{{ ' and within_limit.holds' if settings().max_references is not none }}
    ) as made

),

open_rows as (

    -- References that are not done. What has entered the queue of an ordered subscription is the ledger's from then on.
    select
        {{ messagebox_row({
            'component': 'component', 'subscription': 'reference.subscription', 'reference': box_with('reference', 'reference', {'is_new': 'false'}),
            'kind': "case when is_simple then 'simple' end", 'disposition': "'open'",
        }) }}
    from refs
    where reference.queue <> 'done' and not (reference.instance = '' and reference.queue = 'Q')

),

change_rows as (

    -- References that have changed after routing, and are done.
    select
        {{ messagebox_row({
            'intake': 'reference.intake', 'place': 'reference.place', 'subscription': 'reference.subscription', 'given_instance': 'reference.founder.given',
            'founder_intake': 'reference.founder.intake', 'founder_place': 'reference.founder.place', 'founder_message_id': 'reference.founder.message_id',
            'founder_subscription': 'reference.founder.subscription', 'message_id': 'reference.message_id' if keeps_message_ids() else 'case when reference.is_acknowledged then reference.message_id end', 'version': 'reference.version', 'status_code': 'reference.status_code',
            'at_us': 'reference.at_us', 'arrived_us': 'nullif(reference.arrived_us, reference.at_us)', 'is_acknowledged': 'reference.is_acknowledged',
            'enqueued_us': 'reference.enqueued_us', 'entered_as': 'reference.entered_as', 'settled_us': 'reference.settled_us', 'queue': 'reference.queue',
            'kind': "case when reference.instance = '' then 'ordered' else 'reference' end", 'disposition': "'change'",
        }) }}
    from refs
    where
        (reference.queue = 'done' or (reference.instance = '' and reference.queue = 'Q'))
        and not (reference.is_new and reference.status_code = 1 and (reference.instance = '' or not reference.is_acknowledged))

),

step_rows as (

    select
        {{ messagebox_row({
            'subscription': 'step.subscription', 'founder_intake': 'step.founder.intake', 'founder_place': 'step.founder.place',
            'founder_message_id': 'step.founder.message_id', 'founder_subscription': 'step.founder.subscription', 'given_instance': 'step.founder.given',
            'state': 'step.state', 'at_us': 'step.at_us', 'changed_by': 'step.changed_by', 'attempts': 'turn', 'kind': "'instance'", 'disposition': "'change'",
        }) }}
    from lives
        lateral view posexplode(lives.life.steps) steps as turn, step

),

instance_rows as (

    select
        {{ messagebox_row({
            'component': 'component', 'subscription': 'instance.subscription', 'instance': 'instance',
            'spells': 'filter(life.spells, p -> p.until_place is null and p.instance = instance.instance)', 'disposition': "'instance'",
        }) }}
    from (
        select
            lives.component,
            lives.life,
            instances.instance
        from lives
            lateral view explode(lives.life.instances) instances as instance
    ) as alive

),

copied_rows as (

    -- What nothing has happened to.
    select
        {{ messagebox_row({
            'component': 'carried.component', 'subscription': 'coalesce(carried.reference.subscription, carried.instance.subscription)', 'reference': 'carried.reference',
            'instance': "case when carried.disposition = 'instance' then carried.instance end", 'spells': 'carried.spells', 'kind': 'carried.kind', 'disposition': 'carried.disposition',
        }) }}
    from {{ ref('int_resequencer__box_carried') }} as carried
    left anti join (select component from lives) as touched on carried.component = touched.component

),

failure_rows as (

    select
        {{ messagebox_row({
            'intake': 'intake', 'place': 'place', 'message_id': 'message_id' if keeps_message_ids() else 'null', 'reason': 'reason', 'at_us': 'at_us', 'attempts': 'attempts', 'moment': 'moment',
            'queue': 'status', 'settled_us': 'coalesce(rerouted_us, terminated_us)', 'changed_by': 'settled_by', 'kind': "'failure'", 'disposition': 'kept_as',
        }) }}
    from failures
        lateral view explode(array_compact(array(
            case when is_new then 'unroutable' end, case when status = 'open' then 'failure' else 'change' end
        ))) kinds as kept_as

),

status_rows as (

    select
        {{ messagebox_row({'subscription': 'begun.subscription', 'status': 'begun.status', 'disposition': "'status'"}) }}
    from (
        select
            lives.subscription,
            statuses.status
        from {{ ref('int_resequencer__subscription_lives') }} as lives
            lateral view explode(lives.life.begun) statuses as status
    ) as begun

),

answers as (

    -- One row per action or outcome: what is wrong with it, if anything. An outcome for several instances is right if one of them takes it.
    select
        intake,
        place,
        case when count_if(problem is null) = 0 then max_by(problem, problem <> 'not_applicable') end as problem
    from (
        select inline(life.answers) from lives
        union all
        select inline(life.answers) from {{ ref('int_resequencer__subscription_lives') }}
        union all
        select
            intake,
            place,
            problem
        from {{ ref('int_resequencer__asked') }}
        where problem is not null
    ) as given
    group by intake, place

),

reports as (

    select inline(answers) from failures

),

again as (

    -- Whether there was anything to route again.
    select max(true) as tried
    from {{ ref('int_resequencer__got') }}
    where asked = 'reroute'

),

statuses as (

    select * from {{ ref('int_resequencer__statuses') }}

),

answered as (

    select
        told.*,
        case
            when told.fault is not null then told.fault.reason
            when told.action = 'reroute' then case when again.tried is null then 'not_applicable' end
            when told.action = 'backfill' then case coalesce(statuses.status, 'removed') when 'removed' then 'unknown_subscription' when 'unenlisted' then 'not_applicable' end
            when reports.intake is not null then reports.problem
            else answers.problem
        end as problem
    from told
    left join answers on told.intake = answers.intake and told.place = answers.place
    left join reports on told.intake = reports.intake and told.place = reports.place
    left join again on told.action = 'reroute'
    left join statuses
        on
            told.action = 'backfill' and told.record.subscription = statuses.subscription
            and told.at >= statuses.from_place and (statuses.until_place is null or told.at < statuses.until_place)

),

answer_rows as (

    select
        {{ messagebox_row({
            'intake': 'intake', 'place': 'place', 'input': 'record', 'kind': 'kind', 'reason': 'problem', 'detail': 'coalesce(fault.detail, ' ~ rejection_detail('problem', 'record') ~ ')', 'raw_record': 'raw_record',
            'at_us': 'case when at.us > -9223372036854775808 then at.us else (select this_wave.clock_us from wave as this_wave) end',
            'disposition': "case when problem is null then 'applied' else 'rejected' end",
        }) }}
    from answered
    where problem is not null or kind = 'action'

),

waiting_rows as (

    -- What is later than the clock, or than this batch.
    select
        {{ messagebox_row({'intake': 'intake', 'place': 'place', 'moment': 'at', 'disposition': "'after_clock'"}) }}
    from {{ ref('int_resequencer__box_waiting') }}
    union all
    select
        {{ messagebox_row({
            'intake': 'later.intake', 'place': 'later.place', 'input': 'later.record', 'kind': 'later.kind', 'reason': 'later.fault.reason', 'detail': 'later.fault.detail',
            'raw_record': 'later.raw_record', 'moment': 'later.at', 'disposition': "'input'",
        }) }}
    from {{ ref('int_resequencer__box_inputs') }} as later
    cross join wave
    where later.at >= wave.until_place

),

batch_rows as (

    {% set this_batch = box_struct('batch', {
        'number': 'wave.number', 'run': 'wave.run', 'clock_us': 'wave.clock_us', 'last_clock_us': 'wave.clock_us', 'previous_clock_us': 'wave.previous_clock_us',
        'arrivals_from': run.arrivals_new | tojson, 'arrivals_to': run.arrivals_to | tojson, 'inputs_from': run.inputs_new | tojson, 'inputs_to': run.inputs_to | tojson,
        'from_place': 'wave.from_place', 'until_place': 'wave.until_place', 'is_whole': 'wave.is_whole',
        'open_arrivals_from': run.arrivals_from | tojson, 'open_inputs_from': run.inputs_from | tojson,
        'invocation': sql_text(invocation_id), 'message_identity': sql_text(settings().message_identity) if settings().message_identity is not none else 'null',
        'newest_count': run.newest_count | tojson,
    }) -%}
    select
        {{ messagebox_row({'batch': this_batch, 'disposition': "'batch'"}) }}
    from wave
    union all
    select
        {{ messagebox_row({'batch': this_batch, 'batch_id': '0', 'disposition': "'current'", 'batch_group': '0'}) }}
    from wave
    {% if run.is_rebuild -%}
    union all
    -- A rebuild keeps the runs there were: by them it knows when what came in.
    select
        {{ messagebox_row({'batch': 'box.batch', 'batch_id': 'box.batch_id', 'disposition': "'batch'", 'batch_group': 'box.batch_group'}) }}
    from {{ messagebox_relation() }} as box
    cross join wave
    where box.disposition = 'batch' and wave.previous is null
    {%- endif %}

),

final as (

    select * from reference_rows
    union all
    select * from open_rows
    union all
    select * from change_rows
    union all
    select * from step_rows
    union all
    select * from instance_rows
    union all
    select * from copied_rows
    union all
    select * from failure_rows
    union all
    select * from status_rows
    union all
    select * from answer_rows
    union all
    select * from waiting_rows
    union all
    select * from batch_rows

)
{% endif %}

select * from final
{{ unless_overtaken(
    "select case when newest.batch.invocation = '" ~ invocation_id ~ "' then " ~ (run.last or 0) ~ " else newest.batch.number end from " ~ messagebox_relation()
    ~ " as newest where newest.disposition = 'current'", (run.last or 0) + 1
) }}
