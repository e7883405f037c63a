{{ config(materialized='ephemeral') }}

{#-
    What has been reported (deliveries) and asked (actions), and when it counts: as an arrival, not before the clock of the run before the
    one that took it in. An action is known by its id, whenever it came. A delivery may say which sequence it is about, an action has to.
-#}
-- computed once
-- depends_on: {{ ref('int_resequencer__batch') }}
{%- set inputs = ref('resequencer__inputs') if has_inputs() else none %}
{%- set batch = current_batch() %}
{%- set only = settings().rulesets[0].name if settings().rulesets | length == 1 else none %}
with carried as (

    -- What an earlier run left because it was later than its clock.
    select
        reason as kind,
        input as record,
        raw_record,
        intake,
        place,
        unix_micros(effective_arrived_at) as stated_us,
        cast(null as bigint) as clock_before,
        false as is_old
    from {{ ledger_relation() }}
    where disposition = 'input' and batch_group = (select batch.previous from {{ ref('int_resequencer__batch') }} as batch)

),

{% if inputs is not none and batch.inputs_to is not none %}
taken_in as (

    -- One row per delivery or action that this batch takes in, but of resend requests; of actions those of earlier ones, too (is_old).
    select
        inputs.kind,
        {{ ledger_input('inputs.record') }} as record,
        inputs.raw_record,
        inputs.intake,
        inputs.place,
        unix_micros({{ as_utc_timestamp('inputs.record.`at`') }}) as stated_us,
        {{ 'intakes.clock_before' if batch.is_rebuild else 'cast(' ~ batch.previous_clock_us | tojson ~ ' as bigint)' }} as clock_before,
        {{ 'inputs.intake <= ' ~ batch.inputs_from if batch.inputs_from is not none and not batch.is_rebuild else 'false' }} as is_old
    from {{ inputs }} as inputs
    {{ clocks_before(batch, 'inputs', 'inputs') if batch.is_rebuild }}
    where
        inputs.kind in ('delivery', 'action', 'unreadable')
        and inputs.intake <= {{ batch.inputs_to }}
        and ({{ is_request('inputs.record.message_id') }}) is distinct from true and {{ is_for_ledger('inputs') }}
        and {{ '(inputs.intake > ' ~ batch.inputs_from ~ " or inputs.kind = 'action')" if batch.inputs_from is not none and not batch.is_rebuild else 'true' }}

),
{% else %}
taken_in as (

    -- Nothing has been reported yet.
    select * from carried
    where false

),
{% endif %}

stated as (

    -- With what an earlier run left because it was later than its clock.
    select * from taken_in
    union all
    select * from carried

),

timed as (

    select
        kind,
        record,
        raw_record,
        coalesce(record.ruleset, {{ sql_text(only) }}) as ruleset,
        intake,
        place,
        stated_us,
        greatest(stated_us, clock_before) as at_us,
        coalesce(stated_us <= clock_before, false) as was_late,
        is_old,
        case
            when kind = 'action' and record.action_id is not null then array(record.action_id)
            else array(cast(intake as string), cast(place as string))
        end as identity
    from stated

),

counted as (

    -- repeat: 1, 2, 3 … of an action's id.
    select
        *,
        kind = 'action' or (record.sequence_id is not null and ruleset is not null) as names_sequence,
        row_number() over by_identity as repeat,
        first_value(record) over by_identity as first_record
    from timed
    window by_identity as (partition by kind, identity order by intake asc, place asc, is_old asc)

),

final as (

    select
        kind,
        record,
        raw_record,
        ruleset,
        case when record.ruleset is not null then {{ by_ruleset('order_group') }} end as named_group,
        case when names_sequence then {{ by_ruleset('order_group') }} end as order_group,
        case when names_sequence then coalesce(record.sequence_id, '') end as group_key,
        intake,
        place,
        stated_us,
        at_us,
        was_late,
        {{ moment_of_input() }} as moment,
        coalesce(at_us > {{ batch.clock_us }}, false) as is_later,
        case
            when repeat = 1 then {{ input_fault() }}
            else named_struct('reason', 'repeated_action_id', 'detail', 'another action has this id')
        end as fault
    from counted
    where not is_old and (repeat = 1 or (kind = 'action' and first_record <> record))

)

select * from final
