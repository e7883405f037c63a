{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__delivery_facts') }}, {{ ref('int_resequencer__batch') }}
{% if has_mode('delivers') or has_inputs() %}
with delivery_facts as (

    select * from {{ ref('int_resequencer__delivery_facts') }}

),

batch as (

    select number from {{ ref('int_resequencer__batch') }}

),

final as (

    -- One row per row of the ledger.
    select
        {{ ledger_row({
            'ruleset': 'delivery_fact.ruleset',
            'order_group': 'delivery_facts.order_group',
            'sequence_id': 'delivery_facts.group_key',
            'epoch': 'delivery_fact.epoch',
            'message_id': 'delivery_fact.message_id',
            'sequence_number': 'delivery_fact.number',
            'effective_arrived_at': 'timestamp_micros(coalesce(delivery_fact.sent_us, delivery_fact.at_us))',
            'intake': 'coalesce(delivery_fact.intake, delivery_fact.input_intake)',
            'place': 'coalesce(delivery_fact.place, delivery_fact.input_place)',
            'raw_record': 'delivery_facts.raw_record',
            'reason': 'delivery_fact.reason',
            'detail': 'delivery_fact.detail',
            'settled_at': 'timestamp_micros(delivery_fact.at_us)',
            'due_at': "case when delivery_fact.fact = 'input' then timestamp_micros(delivery_fact.at_us) else timestamp_micros(delivery_fact.course.due.us) end",
            'is_stand_in': 'false',
            'attempt': "case when delivery_fact.fact <> 'input' then delivery_facts.delivery_fact end",
            'input': 'delivery_fact.input',
            'batch_id': 'batch.number',
            'disposition': 'delivery_fact.fact',
        }) }}
    from delivery_facts
    cross join batch

)
{% else %}
with final as (

    select {{ ledger_row({}) }}
    where false

)
{% endif %}

select * from final
