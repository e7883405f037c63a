{{ config(materialized='ephemeral') }}

with verdicts as (

    select * from {{ ref('int_resequencer__verdicts') }}

),

final as (

    -- One row per key of which only the order is known: the ids of the messages that were ready with it. At the threshold a repeat is
    -- told by them.
    select
        sequence_key,
        group_key,
        epoch,
        position,
        collect_set(message.message_id) as message_ids
    from verdicts
    where kernel = 'sorted' and kind = 'message' and is_ready and {{ ('sorted' in kernels()) | tojson }}
    group by sequence_key, group_key, epoch, position

)

select * from final
