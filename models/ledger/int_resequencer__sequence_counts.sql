{{ config(materialized='ephemeral') }}

{#- What the entries of each sequence come to in this batch. -#}
with verdicts as (

    -- counts: a repeated id (unique_ids) counts for nothing else. A message that covers several numbers (span_to) stands at the last of
    -- them; was_kept: also if it was held for some time before it was found to be a repeat.
    select
        *,
        {% if has_mode('linked_by') -%}
        coalesce(aside.link.first, position) as first_number,
        coalesce(is_in_line or aside.link.was_held, false) as was_kept,
        aside.link.covers,
        aside.link.ranges,
        {% else -%}
        position as first_number,
        is_in_line as was_kept,
        cast(null as bigint) as covers,
        cast(null as array<{{ row_type('skipped_range') }}>) as ranges,
        {% endif -%}
        kind = 'message' and (is_eligible or reason is distinct from 'duplicate') as counts
    from {{ ref('int_resequencer__verdicts') }}
    where is_ordered

),

final as (

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
        max(greatest(
            case
                when kind = 'state' or (kind = 'claim' and position is not null) then position
                when kind in ('message', 'fill') and is_ready and kernel <> 'sessions' then position
            end,
            left_up_to
        )) as threshold,
        max(greatest(
            case when (kind = 'claim' and position is not null) or (is_released and kernel <> 'sessions') then position end, left_up_to
        )) as left_position,
        max(last) as last,
        max(case when last.position = position and message.is_last then key_value end) as last_key_value,
        min(
            case when (is_ready or (is_given_up and ended_by = 'restart')) and kind = 'message' then struct(position, first_number) end
        ).first_number as first_ready,
        min(case when verdict = 'pending' then first_number end) as lowest_held,
        max(case when is_eligible and kind = 'message' then position end) as highest_received,
        max(case when reason = 'dropped' then position end) as highest_dropped,
        count(case when is_new and kind = 'message' then 1 end) as received_count,
        count(case when is_released and kind = 'message' then 1 end) as released_count,
        count(case when reason = 'duplicate' then 1 end) as duplicate_count,
        count(case when reason = 'late' then 1 end) as late_count,
        sum(settles) as settled_numbers,
        count(case when verdict = 'pending' then 1 end) as pending_count,
        count(case when verdict = 'pending' and is_ready then 1 end) as leaving_count,
        count(case when verdict = 'pending' and is_ready and not holds_whole then 1 end) as waiting_count,
        max(coalesce(is_new or verdict <> 'pending', false)) as has_changed,
        min(
            case when case when holds_whole then is_released else is_ready end and position >= last.position then leaves_us end
        ) as last_left_us,
        min(case when kind = 'claim' and position >= last.position then came_at.us end) as last_claimed_us,
        max(
            case
                when kind in ('message', 'fill', 'claim', 'left')
                    then greatest(came_at.us, aside.removed_at.us, case when is_released then leaves_us end)
            end
        ) as updated_us,
        max(
            case when kind = 'message' and ((is_ready and (is_released or not holds_whole)) or unused_places > 0) then release_position end
        ) as last_place,
        min(case when verdict = 'pending' and is_in_line and not is_ready then reached_us end) as reached_us,
        coalesce(sum(unused_places), 0) as given_up_now,
        min(case when counts then came_at.us end) as first_us,
        max(suspension) as suspension,
        concat(collect_list(skipped), flatten(collect_list(ranges))) as skipped,
        sum(case when verdict = 'pending' then covers end) as pending_numbers,
        collect_set(came_after_all) as came_after_all,
        collect_list(gap_below) as gaps_below,
        collect_list(filled_range) as filled,
        max_by(
            case when counts and is_new then first_number end,
            case when counts and is_new then came_at end
        ) as newest_position,
        {% if has_mode('follows') -%}
        max(
            case
                when is_eligible and (kind = 'fill' or (kind = 'message' and is_new)) and not coalesce(aside.is_unconfirmed, false)
                    then position
            end
        ) as highest_counted,
        max(case when counts then coalesce(aside.came_as.us, came_at.us) end) as arrived_us,
        max(aside.ends_at.us) as restarted_us,
        {% else -%}
        cast(null as bigint) as highest_counted,
        cast(null as bigint) as arrived_us,
        cast(null as bigint) as restarted_us,
        {%- endif %}
        max(
            case
                when kind = 'message' and is_new and (verdict <> 'bypass' or (was_kept and overflow is null)) then came_at
            end
        ) as kept_at,
        collect_list(
            case
                when kind = 'message' and is_new and verdict = 'bypass' and not (was_kept and overflow is null) then came_at
            end
        ) as bypassed_at,
        max(case when is_given_up then position end) as given_up_to,
        max(ended_us) as ended_us
    from verdicts
    group by sequence_key, order_group, group_key, epoch

)

select * from final
