{{ config(materialized='incremental', incremental_strategy='append') }}

-- One row per message of an order, in the order's own sequence. A run appends what has left since the run before.
select
    sequence_id as order_id,
    sequence_number as version,
    body,
    released_at,
    release_position,
    batch_id
from {{ ref('resequencer', 'resequencer__released') }}
where {{ resequencer.new_batches(ref('resequencer', 'resequencer__released')) }}
