{{ config(materialized='ephemeral') }}

{#- Messages that were settled in earlier runs and are to be sent again (resend): their history is looked up. -#}
-- depends_on: {{ ref('int_resequencer__reported') }}, {{ ref('int_resequencer__batch') }}
with ledger as (

    select * from {{ ledger_relation() }}

),

{% if _resends() %}
reported as (

    select * from {{ ref('int_resequencer__reported') }}

),

batch as (

    select number, previous from {{ ref('int_resequencer__batch') }}

),

asked as (

    -- One row per resend.
    select
        order_group,
        group_key,
        {{ as_integer('record.from_number') }} as from_number,
        coalesce({{ as_integer('record.to_number') }}, {{ as_integer('record.from_number') }}) as to_number
    from reported
    where kind = 'action' and record.action = 'resend' and fault is null and not is_later

),

known as (

    -- One row per message that one of them names, as far as earlier runs know it.
    select
        ledger.order_group,
        ledger.sequence_id as group_key,
        ledger.intake,
        ledger.place,
        max(ledger.message_id) as message_id,
        max(ledger.ruleset) as ruleset,
        max(ledger.sequence_number) as number,
        max(ledger.epoch) as epoch,
        max(ledger.release_position) as release_position,
        max(coalesce(ledger.attempt.attempt, 1)) as attempts,
        max(coalesce(ledger.disposition = 'dead_letter', false)) as is_dead,
        collect_set(case when ledger.disposition = 'attempt' then {{ fingerprint_of('ledger.attempt.input') }} end) as counted,
        max(coalesce(ledger.disposition in ('flight', 'course') and ledger.batch_group = (select batch.previous from batch), false)) as is_carried
    from ledger
    left semi join asked
        on
            ledger.order_group = asked.order_group
            and ledger.sequence_id = asked.group_key
            and ledger.sequence_number between asked.from_number and asked.to_number
    where
        ledger.disposition in ('released', 'attempt', 'dead_letter', 'flight', 'course') and ledger.is_stand_in is distinct from true
        and ledger.batch_id < (select batch.number from batch)
    group by ledger.order_group, ledger.sequence_id, ledger.intake, ledger.place
    having max(ledger.disposition = 'released')

),

final as (

    -- What is still followed comes by itself.
    select
        order_group,
        group_key,
        intake,
        place,
        message_id,
        ruleset,
        number,
        epoch,
        cast(named_struct(
            'release_position', release_position, 'attempt', attempts, 'sent', {{ carried_moment('known') }}, 'is_open', false, 'is_settled', true,
            'settled_at', {{ carried_moment('known') }}, 'is_failed', false, 'failed_at', null, 'is_dead', is_dead, 'due', null, 'final_at', null, 'ended', null,
            'waiting', array(), 'counted', counted,
            'heard', named_struct('attempts', attempts, 'is_failing', false, 'is_over', true, 'is_again', false)
        ) as {{ row_type('course') }}) as course
    from known
    where not is_carried

)
{% else %}
final as (

    -- Nothing is sent again.
    select
        order_group,
        sequence_id as group_key,
        intake,
        place,
        message_id,
        ruleset,
        sequence_number as number,
        epoch,
        cast(null as {{ row_type('course') }}) as course
    from ledger
    where false

)
{% endif %}

select * from final
