{{ config(materialized='ephemeral') }}

{#-
    What becomes of each message, and why. All readers share one copy, spread by sequence (the fence): the adapter makes a view of it, and
    where there is none, the condition on uuid() has Spark compute the query once, and not for each reader.
-#}
-- computed once
with delivered as (

    select * from {{ ref('int_resequencer__given_way') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

facts as (

    -- One row per entry. What stands below the highest number that was released earlier: whether its number was skipped, and has not
    -- come since.
    select
        *,
        kernel = 'contiguous' and is_eligible and position <= threshold and position <= cover.range_end
        and (cover.state = 'forgotten' or is_first_to_come) as was_skipped,
        coalesce(is_first_to_come and below.position = position and below.kind = 'fill', false) as comes_for_filled,
        kernel = 'contiguous' and below.position = position and below.body_hash <> xxhash64(message.body)
        and (ready_below is null or ready_below > came_at) as is_conflicting,
        is_first and kernel = 'contiguous' and coalesce(position > threshold, true) and not comes_after_end as is_new_number
    from delivered

),

judged as (

    -- One row per entry, with its verdict: null of what is no message.
    select
        *,
        case
            when kind <> 'message' then null
            when coalesce(came_at.us > (select batch.clock_us from batch), false) then 'pending'
            when rejection_outlet is not null then rejection_outlet
            when rejected_as = 'awaiting_confirmation' then 'pending'
            when rejected_as in ('last_conflict', 'dropped') then 'failure'
            when is_given_up and ended_by <> 'completion' then 'failure'
            when is_given_up or comes_after_end then 'bypass'
            when is_released then 'released'
            when stands then 'pending'
            else 'bypass'
        end as verdict
    from facts

),

reasoned as (

    -- With the reason of the verdict: the first fact that applies.
    select
        *,
        case
            when verdict is null then null
            when verdict = 'released' then case when overflow = 'release' then 'overflow' end
            when verdict = 'pending' and rejected_as = 'awaiting_confirmation' then rejected_as
            when verdict = 'pending' and not is_ordered then 'after_clock'
            when verdict = 'pending' and kept_reason is not null then kept_reason
            when verdict = 'pending' and kernel = 'sessions' and not is_ready then 'session_open'
            when verdict = 'pending' then 'baking'
            when rejection_outlet is not null then message.rejection_reason
            when rejected_as is not null then rejected_as
            when is_given_up and verdict = 'failure' then 'expired'
            when is_given_up or comes_after_end then 'after_last'
            when overflow = 'bypass' then 'overflow'
            when replaced_at is not null then 'replaced'
            when is_claimed and not (is_overtaken and last.known_at < claimed_at) then 'claimed'
            when aside.link.reason is not null then aside.link.reason
            when is_in_line or aside.ready_at is not null then 'after_last'
            when (is_late and is_first) or (kernel <> 'contiguous' and (is_late or position < threshold)) then 'late'
            when was_skipped or comes_for_filled then 'late'
            when is_conflicting then 'conflicting_duplicate'
            else 'duplicate'
        end as reason
    from judged

),

final as (

    select /*+ repartition({{ partitions_of_batch() }}, sequence_key) */
        kind, kernel, sequence_key, order_group, group_key, epoch, is_ordered, is_anchor, is_new, position, sequence_number, key_value,
        start_position, came_at, rejection_outlet, message, aside, skipped, threshold, last, is_eligible, is_in_line, reached_us, ready_at,
        leaves_at, leaves_us, holds_whole, kept_by, kept_reason, release_position, stand_ins, suspension, session_end_us, is_ready,
        is_given_up, given_up_before, unused_places,
        replaced_at, baking_since_us, left_up_to, ended_by, ended_us, comes_for_filled, overflow, verdict, reason,
        is_released and (kind = 'fill' or verdict = 'released') as is_released,
        kind = 'fill' and stands and not is_released as is_unpassed_fill,
        case
            when kind <> 'message' then 0
            when kernel = 'linked' then coalesce(aside.link.settles, 0)
            when comes_for_filled or verdict = 'released' or is_given_up then 1
            when was_skipped and cover.state not in ('unasked', 'forgotten') then 1
            when is_new_number and is_late and (start_position is not null or threshold is not null or below is not null) then 1
            else 0
        end as settles,
        case when (was_skipped and cover.state <> 'forgotten') or comes_for_filled then position end as came_after_all,
        case
            when tail is not null then tail
            when kind = 'fill' and is_in_line and is_eligible and not aside.was_met then named_struct(
                'range_start', position, 'range_end', position, 'state', case aside.filled_by when 'skip' then 'skipped' else 'filled' end,
                'detected_us', came_at.us, 'blocking_us', greatest(came_at.us, case when not holds_whole then ready_below.us end)
            )
        end as filled_range,
        case
            when is_new_number and position > coalesce(received_below + 1, threshold + 1, start_position, -9223372036854775808)
                then named_struct(
                    'range_start', coalesce(received_below + 1, threshold + 1, start_position, -9223372036854775808),
                    'range_end', position - 1,
                    'state', case when start_position is null and threshold is null and below is null then 'unasked' end,
                    'detected_us', reached_us,
                    'blocking_us', ready_below.us,
                    'is_given_up', is_given_up
                )
        end as gap_below
    from reasoned
    where uuid() is not null

)

select * from final
