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
        case when reason is not null then named_struct('reason', reason, 'detail', detail) end as fault
    from {{ messagebox_relation() }}
    where
        disposition = 'input' and batch_group = {{ (run.last or 0) if not run.is_rebuild else 0 }}
        and intake <= {{ run.inputs_from or 0 }}

),

{% if inputs is not none and run.inputs_to is not none %}
landed as (

    -- One row per delivery or action that has landed since; of actions those of earlier runs, too, since their ids are taken, and of
    -- outcomes those of the same messages, since each counts once.
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
        and ({{ is_request('inputs.record.message_id') }}) is distinct from true and not {{ is_for_ledger('inputs') }}
        {% if run.inputs_from is not none -%}
        and (
            inputs.intake > {{ run.inputs_from }} or inputs.kind = 'action'
            {%- for id in ['message_id', 'message_uid'] %}
            or (inputs.kind = 'delivery' and inputs.record.{{ id }} in (
                select reported.record.{{ id }} from {{ inputs }} as reported
                where reported.kind = 'delivery' and reported.intake > {{ run.inputs_from }} and reported.record.{{ id }} is not null
            ))
            {%- endfor %}
        )
        {%- endif %}

),

judged as (

    select
        *,
        {{ box_input_fault() }} as fault,
        row_number() over by_identity as copy,
        first_value(to_json(record)) over by_identity <> to_json(record) as is_another
    from (
        -- Outcomes of one time and attempt are one, whatever else they say.
        select
            *,
            case
                when kind = 'action' then record.action_id
                else to_json(struct(
                    record.message_id, record.message_uid, record.subscription, record.instance_uid, record.outcome, record.`at` as at, record.attempt
                ))
            end as identity
        from landed
    ) as identified
    window by_identity as (partition by kind, identity order by intake asc, place asc)

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
        case
            when kind = 'action' and copy > 1 and identity is not null
                then named_struct('reason', 'repeated_action_id', 'detail', 'another action has this id')
            else fault
        end as fault
    from judged
    where copy = 1 or (kind = 'action' and is_another) or (fault is not null and (kind <> 'action' or identity is null))

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
        case when kind = 'action' then record.action end as action
    from placed
    where intake > {{ run.inputs_from or 0 }}
    union all
    select
        *,
        case when kind = 'action' then record.action end as action
    from waiting

)

select * from final
