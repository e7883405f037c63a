{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Messages that no subscription got, after this batch: one row is one that was open before it, or that has become one. `status`: open, or
    rerouted or terminated by this batch.
-#}
{%- set run = messagebox_run() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('resequencer__arrivals') if settings().arrivals_relation is none }}
-- depends_on: {{ ref('int_resequencer__asked') }}
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

got as (

    select * from {{ ref('int_resequencer__got') }}

),

before as (

    select
        box.intake,
        box.place,
        box.message_id,
        box.reason,
        box.moment,
        box.at_us,
        box.attempts
    from {{ messagebox_relation() }} as box
    inner join wave on box.batch_group = wave.previous
    where box.disposition = 'failure' and box.batch_group >= {{ run.last or 0 }}

),

standing as (

    -- What was open, and has been routed again; and what is new.
    select
        coalesce(before.intake, got.intake) as intake,
        coalesce(before.place, got.place) as place,
        coalesce(before.message_id, got.message_id) as message_id,
        case when got.asked = 'reroute' and not got.is_got and not got.has_rest then got.reason else coalesce(before.reason, got.reason) end as reason,
        coalesce(before.moment, got.at) as moment,
        coalesce(before.at_us, got.at.us) as at_us,
        coalesce(before.attempts, 0) + case when got.intake is not null and (got.asked is null or got.asked = 'reroute') then 1 else 0 end as attempts,
        case when got.is_got or got.has_rest then got.at.us end as rerouted_us,
        case when got.is_got or got.has_rest then got.asked_by end as rerouted_by,
        before.intake is null as is_new
    from before
    full outer join (select * from got where has_failed or (asked is null and not is_got and not has_rest)) as got
        on before.intake = got.intake and before.place = got.place

),

{% if run.names_instances %}
named as (

    select
        standing.intake,
        standing.place,
        {{ messagebox_uid('instance', "concat(" ~ founder_message_uid('standing') ~ ", '/routing-failure')") }} as instance_uid
    from standing
    {{ founders_join('standing') }}

),

asked as (

    -- Actions of reports: only one that is open can be ended.
    select
        named.intake,
        named.place,
        struct(told.intake, told.place) as input,
        told.record.action_id,
        told.at,
        told.what = 'terminate' and standing.rerouted_us is null
        and row_number() over (partition by named.intake, named.place, told.what order by told.at asc) = 1 as is_possible
    from {{ ref('int_resequencer__asked') }} as told
    inner join named on told.record.instance_uid = named.instance_uid
    inner join standing on named.intake = standing.intake and named.place = standing.place and standing.moment < told.at
    where told.kind = 'action' and told.what not in ('subscribe', 'unsubscribe')

),
{% else %}
asked as (

    select
        cast(null as bigint) as intake,
        cast(null as bigint) as place,
        cast(null as struct<intake: bigint, place: bigint>) as input,
        cast(null as string) as action_id,
        cast(null as {{ box_type('place') }}) as at,
        false as is_possible
    from wave
    where false

),
{% endif %}

answered as (

    select
        intake,
        place,
        min(case when is_possible then at.us end) as terminated_us,
        min(case when is_possible then action_id end) as terminated_by,
        collect_list(struct(input.intake, input.place, case when not is_possible then 'not_applicable' end as problem)) as answers
    from asked
    group by intake, place

),

final as (

    select
        standing.*,
        answered.terminated_us,
        coalesce(standing.rerouted_by, answered.terminated_by) as settled_by,
        case when standing.rerouted_us is not null then 'rerouted' when answered.terminated_us is not null then 'terminated' else 'open' end as status,
        answered.answers
    from standing
    left join answered on standing.intake = answered.intake and standing.place = answered.place

)

select * from final
