{{ config(materialized='ephemeral') }}

-- computed once
with batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

ledger as (

    select * from {{ ledger_relation() }}

),

closed as (

    select * from {{ ref('int_resequencer__touched') }}

),

final as (

    -- One row per thing that the batch before left to this one, as the ledger has it.
    select * from ledger
    where
        batch_group = (select batch.previous from batch)
        and disposition in {{ sql_texts(ledger_dispositions().carried) }}
    union all
    select * from closed

)

select * from final
