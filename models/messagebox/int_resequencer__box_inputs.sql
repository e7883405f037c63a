{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    What has been reported (deliveries) and asked (actions), and where it stands in the order of events: one row is one of them that no
    batch has taken yet.
-#}
{%- set inputs = ref('resequencer__inputs') if has_inputs() else none %}
{%- set run = messagebox_run() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
with waiting as (

    -- What an earlier batch left because it was later than its clock.
    select
        kind,
        input as record,
        raw_record,
        intake,
        place,
        moment as at,
        cast(null as struct<reason: string, detail: string>) as fault
    from {{ messagebox_relation() }}
    where
        disposition = 'input' and batch_group = {{ (run.last or 0) if not run.is_rebuild else 0 }}
        and intake <= {{ run.inputs_from or 0 }}

),

{% if inputs is not none and run.inputs_to is not none %}
landed as (

    -- One row per delivery or action that has landed since; of actions those of earlier runs, too, since their ids are taken.
    select
        inputs.kind,
        inputs.record,
        inputs.raw_record,
        inputs.intake,
        inputs.place,
        unix_micros({{ as_utc_timestamp('inputs.record.`at`') }}) as stated_us,
        runs.run,
        runs.clock_before
    from {{ inputs }} as inputs
    {{ runs_join('inputs', 'inputs') }}
    where
        inputs.kind in ('delivery', 'action', 'unreadable')
        and inputs.intake <= {{ run.inputs_to }}
        and not {{ is_for_ledger('inputs.record') }}
        and (inputs.intake > {{ run.inputs_from or 0 }} or inputs.kind = 'action')

),

judged as (

    select
        *,
        {{ box_input_fault() }} as fault,
        row_number() over (partition by kind, case when kind = 'action' then record.action_id else to_json(record) end order by intake asc, place asc) as copy
    from landed

),

placed as (

    -- What is wrong has no time of its own: it counts when it came.
    select
        kind,
        record,
        raw_record,
        intake,
        place,
        {{ place_of_event('coalesce(stated_us, clock_before, -9223372036854775808)', "case kind when 'delivery' then 1 else 2 end", 'intake', 'place') }} as at,
        fault
    from judged
    where copy = 1 or fault is not null

),

{% else %}
placed as (

    -- Nothing has been reported yet.
    select * from waiting
    where false

),

{% endif %}
final as (

    select
        *,
        record.action
    from placed
    where intake > {{ run.inputs_from or 0 }}
    union all
    select
        *,
        record.action
    from waiting

)

select * from final
