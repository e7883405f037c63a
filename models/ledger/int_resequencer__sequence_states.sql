{{ config(materialized='ephemeral') }}

{#- How each sequence stands after this batch: what the next one carries on from. -#}
with verdicts as (

    select * from {{ ref('int_resequencer__verdicts') }}
    where is_ordered

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

threshold_ids as (

    select * from {{ ref('int_resequencer__threshold_ids') }}

),

delivery_states as (

    select * from {{ ref('int_resequencer__delivery_states') }}

),

counted as (

    -- One row per sequence and epoch: what its entries come to. Positions, not numbers.
    select
        sequence_key,
        order_group,
        group_key,
        epoch,
        first(case when kind = 'state' then aside.state end, true) as before,
        first(case when kind = 'state' then aside.last_key_value end, true) as before_last_key_value,
        max(case when kind = 'state' then position end) as threshold_before,
        max(
            case
                when kind = 'state' then struct(threshold as position, -aside.state.threshold_released_us as unreleased_us, key_value)
                when kind = 'claim' and position is not null then struct(position, -came_at.us as unreleased_us, key_value)
                when kind in ('message', 'fill') and kernel <> 'sessions' and case when holds_whole then is_released else is_ready end
                    then struct(position, -leaves_at.us as unreleased_us, key_value)
            end
        ) as top,
        max(
            case
                when kind = 'state' or (kind = 'claim' and position is not null) or (kind in ('message', 'fill') and is_ready and kernel <> 'sessions') then position
            end
        ) as threshold,
        max(case when (kind = 'claim' and position is not null) or (is_released and kernel <> 'sessions') then position end) as left_position,
        max(last) as last,
        max(case when last.position = position and message.is_last then key_value end) as last_key_value,
        min(case when is_ready and kind = 'message' then position end) as first_ready,
        min(case when verdict = 'pending' then position end) as lowest_held,
        max(case when is_eligible and kind = 'message' then position end) as highest_received,
        count(case when is_new and kind = 'message' then 1 end) as received_count,
        count(case when is_released and kind = 'message' then 1 end) as released_count,
        count(case when reason = 'duplicate' then 1 end) as duplicate_count,
        count(case when reason = 'late' then 1 end) as late_count,
        sum(settles) as settled_numbers,
        count(case when verdict = 'pending' then 1 end) as pending_count,
        count(case when verdict = 'pending' and is_ready then 1 end) as leaving_count,
        count(case when verdict = 'pending' and is_ready and not holds_whole then 1 end) as waiting_count,
        max(coalesce(is_new or verdict <> 'pending', false)) as has_changed,
        min(case when case when holds_whole then is_released else is_ready end and position >= last.position then leaves_us end) as last_left_us,
        min(case when kind = 'claim' and position >= last.position then came_at.us end) as last_claimed_us,
        max(case when kind in ('message', 'claim', 'left') then greatest(came_at.us, case when is_released then leaves_us end) end) as updated_us,
        max(case when is_ready and (is_released or not holds_whole) and kind = 'message' then release_position end) as last_place,
        min(case when verdict = 'pending' and is_in_line and not is_ready then reached_us end) as reached_us,
        max(suspended_from) as suspended_from,
        collect_list(skipped) as skipped,
        collect_set(came_after_all) as came_after_all,
        collect_list(gap_below) as gaps_below,
        collect_list(filled_range) as filled,
        max_by(case when kind = 'message' and is_new then position end, case when kind = 'message' and is_new then came_at end) as newest_position,
        max(ended_us) as ended_us
    from verdicts
    group by sequence_key, order_group, group_key, epoch

),

numbered as (

    -- With its order group, and in numbers as the ledger has them.
    select
        counted.*,
        order_groups.kernel,
        order_groups.is_ranked,
        order_groups.is_descending,
        order_groups.holds_whole,
        order_groups.start_number,
        order_groups.step,
        coalesce(order_groups.alarm_us, case when counted.suspended_from is not null then order_groups.bake_us end) as suspends_after_us,
        order_groups.heartbeat_us,
        order_groups.wrap_at,
        order_groups.max_stand_ins,
        order_groups.ttl_us,
        threshold_ids.message_ids,
        order_groups.delivers,
        delivery_states.delivery_state,
        {{ number_at('counted.threshold', 'order_groups.step', 'order_groups.start_number') }} as threshold_number,
        {{ number_at('counted.last.position', 'order_groups.step', 'order_groups.start_number') }} as last_number
    from counted
    inner join order_groups on counted.order_group = order_groups.order_group
    left join threshold_ids
        on
            counted.sequence_key = threshold_ids.sequence_key
            and counted.group_key = threshold_ids.group_key
            and counted.epoch = threshold_ids.epoch
            and counted.threshold = threshold_ids.position
    left join delivery_states
        on
            counted.sequence_key = delivery_states.sequence_key
            and counted.group_key = delivery_states.group_key
            and counted.epoch = delivery_states.epoch

),

stated as (

    -- With when the last number left, and with it the sequence as a whole, and the last place that its epochs have taken.
    select
        *,
        max(greatest(before.last_position, last_place)) over (partition by sequence_key, group_key order by epoch) as last_taken,
        least(
            last_left_us,
            last_claimed_us + coalesce(pmod(-last_claimed_us, heartbeat_us), 0),
            case when before.threshold >= last_number and not holds_whole then before.threshold_released_us + coalesce(pmod(-before.threshold_released_us, heartbeat_us), 0) end
        ) as final_us
    from numbered

),

closing as (

    select
        *,
        coalesce(
            before.closed_us,
            ended_us,
            delivery_state.ended.moment.us,
            case
                when delivers then delivery_state.completed_at.us
                when threshold >= last.position and coalesce(final_us <= (select clock_us from batch), true) and (not holds_whole or leaving_count = 0)
                    then greatest(last.known_at.us, final_us)
            end
        ) as closed_us
    from stated

),

final as (

    -- One row per sequence and epoch.
    select
        * except (suspends_after_us),
        coalesce(before.begins_at, start_number) as begins_at,
        {{ as_published('coalesce(try_add(threshold_number, step), case when threshold_number is null then coalesce(before.begins_at, start_number) end)') }} as next_number,
        coalesce({{ key_value_text('coalesce(last_key_value, before_last_key_value)') }}, cast({{ as_published('last_number') }} as string)) as last_text,
        {{ new_state() }} as state
    from closing

)

select * from final
