{{ config(materialized='ephemeral') }}

{#-
    Each verdict beside how its sequence stands after this batch: where that is still to be said of it. Of what has simply left nothing is;
    without the state, its rows stay short.
-#}
with verdicts as (

    select * from {{ ref('int_resequencer__verdicts') }}

),

sequences as (

    select * from {{ ref('int_resequencer__skipped_ranges') }}

),

final as (

    select /*+ shuffle_hash(sequences) */
        verdicts.*,
        sequences.state,
        sequences.ranges,
        sequences.came_after_all as came_now,
        sequences.has_changed,
        sequences.pending_count,
        sequences.waiting_count,
        sequences.begins_at,
        sequences.next_number,
        sequences.last_text,
        case when sequences.is_ranked then sequences.top.key_value end as threshold_value,
        case when sequences.is_ranked then coalesce(sequences.last_key_value, sequences.before_last_key_value) end as last_value,
        sequences.is_descending,
        sequences.step,
        sequences.start_number,
        sequences.ttl_us
    from verdicts
    left join sequences
        on
            verdicts.is_ordered
            and (
                verdicts.is_anchor or verdicts.kind <> 'message' or verdicts.verdict in ('pending', 'failure') or verdicts.stand_ins > 0
            )
            and verdicts.sequence_key = sequences.sequence_key
            and verdicts.group_key = sequences.group_key
            and verdicts.epoch = sequences.epoch

)

select * from final
