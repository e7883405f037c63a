{{ config(materialized='ephemeral') }}

{%- set has_closed = current_batch().has_closed %}

-- depends_on: {{ ref('int_resequencer__batch') }}, {{ ref('int_resequencer__arriving') }}, {{ ref('int_resequencer__reported') }}
with ledger as (

    select * from {{ ledger_relation() }}

),

{% if has_closed %}
batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

arriving as (

    select * from {{ ref('int_resequencer__arriving') }}

),

reported as (

    select * from {{ ref('int_resequencer__reported') }}

),

touching as (

    -- One row per reason to look at a sequence that has closed: something arrived for it, waits in it, or was reported of it.
    select order_group, group_key from arriving
    union all
    select order_group, sequence_id from ledger
    where disposition in ('pending', 'claim') and batch_group = (select batch.previous from batch)
    union all
    select order_group, group_key from reported
    where kind = 'action' and fault is null
    union all
    select ledger.order_group, ledger.sequence_id
    from ledger
    left semi join reported on ledger.attempt.message_id = reported.record.message_id and reported.kind = 'delivery'
    where ledger.disposition in ('flight', 'course') and ledger.batch_group = (select batch.previous from batch)

),

states as (

    -- One row per state or range of a closed sequence, with the newest epoch and batch of it.
    select
        ledger.*,
        max(struct(ledger.epoch, ledger.batch_id)) over (partition by ledger.order_group, ledger.sequence_id) as newest
    from ledger
    left semi join touching on ledger.order_group = touching.order_group and ledger.sequence_id = touching.group_key
    where ledger.disposition = 'closed' and ledger.batch_id < (select batch.number from batch)

),

open as (

    -- Sequences of which a newer epoch is open.
    select order_group, sequence_id from ledger
    where disposition = 'head' and batch_group = (select batch.previous from batch)

),

final as (

    select states.* except (newest)
    from states
    left anti join open on states.order_group = open.order_group and states.sequence_id = open.sequence_id
    where struct(states.epoch, states.batch_id) = states.newest

)
{% else %}
final as (

    -- Nothing has closed yet.
    select * from ledger
    where false

)
{% endif %}

select * from final
