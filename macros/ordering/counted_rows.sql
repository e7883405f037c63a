{% macro counted_rows(source, clock) -%}
    {%- set sessions = _any_group('session_us') -%}
    {%- set claims = _any_group('claims') -%}
    {%- set stands_in = _any_group('max_stand_ins') -%}
    {%- set suspends = stands_in or _any_group('alarm_us') -%}
    {%- set key = 'case when is_session then ' ~ as_published('message.number') ~ ' else number end' if sessions else 'number' -%}
    {#-
        release_position goes on from the head's count. The line_ columns are the line's new head, the same on
        each of its rows. A repeat with another body contradicts the first of its number while that is held.
    -#}
    {%- set value = ', key_value' if _has_ranked_keys() -%}
    {%- set line = 'over (' ~ up() ~ ' ' ~ whole() ~ ')' -%}
    select
        * except (reason, first_of_number, line_top),
        case
            when reason = 'duplicate' and first_of_number.number = number and first_of_number.body_hash <> xxhash64(message.body)
                and (first_of_number.left_at is null or first_of_number.left_at > struct(arrival_us, intake, place)) then 'conflicting_duplicate'
            {%- if suspends %}
            when reason = 'baking' and line_suspends_us <= {{ clock }} then 'suspended'
            {%- endif %}
            -- Something is expected, with start: auto from the first release on.
            when reason = 'baking' and is_sequence and coalesce(line_top.number, start_number) is not null then 'waiting_for_predecessor'
            else reason
        end as reason,
        line_top.number as line_threshold,
        {% if _has_ranked_keys() -%}
        line_top.key_value as line_key_value,
        {% endif -%}
        -line_top.unreleased_us as line_released_us
    from (
        select
            *,
            sum(case when kind = 'head' then head.released_count{{ ' + coalesce(head.stand_in_count, 0)' if stands_in }} when is_released then 1{{ ' + stand_in_count' if stands_in }} else 0 end) over ({{ up() }} {{ so_far() }}) as release_position,
            last(case when is_new_number then number end) ignore nulls over ({{ up() }} {{ before_this() }}) as received_below,
            lead(case when is_hit then number end) ignore nulls over ({{ up() }}) as next_hit,
            max(case when is_released then due_us end) over ({{ up() }} {{ before_this() }}) as released_below_us,
            lead(true) over ({{ up() }}) is null and is_ordered as ends_line,
            last(case when is_repeated and is_in_line and is_sequence then struct(number, xxhash64(message.body) as body_hash, left_at) end) ignore nulls
                over ({{ up() }} {{ so_far() }}) as first_of_number,
            {% if suspends -%}
            min(
                case
                    when verdict = 'pending' and is_in_line then reached_us + {{ 'coalesce(alarm_us, case when suspended_from is not null then suspends_after_us end)' if stands_in and _any_group('alarm_us') else 'case when suspended_from is not null then suspends_after_us end' if stands_in else 'alarm_us' }}
                end
            ) {{ line }} as line_suspends_us,
            {% endif -%}
            {% if stands_in -%}
            coalesce(sum(case when kind = 'head' then head.stand_in_count when is_released then stand_in_count end) {{ line }}, 0) as line_stand_in_count,
            {% endif -%}
            -- The highest number released, and when it first was: the threshold and since when it has stood.
            max(
                case
                    when kind = 'head' then struct(threshold as number, -head.threshold_released_us as unreleased_us{{ value }})
                    when is_released{{ ' and not is_session' if sessions }} then struct(number, -due_us as unreleased_us{{ value }})
                    {%- if claims %}
                    when kind = 'claim' and number is not null then struct(number, -arrival_us as unreleased_us{{ value }})
                    {%- endif %}
                end
            ) {{ line }} as line_top,
            coalesce(max(head.first_number) {{ line }}, start_number, min(case when is_released then {{ key }} end) {{ line }}) as line_first_number,
            min(case when verdict = 'pending' then {{ key }} end) {{ line }} as line_lowest_held,
            max(case when kind = 'head' then head.highest_received when is_eligible then {{ key }} end) {{ line }} as line_highest_received,
            sum(case when kind = 'head' then head.received_count when is_new and kind = 'message' then 1 else 0 end) {{ line }} as line_received_count,
            sum(case when kind = 'head' then head.released_count when is_released then 1 else 0 end) {{ line }} as line_released_count,
            sum(case when kind = 'head' then head.duplicate_count when reason = 'duplicate' then 1 else 0 end) {{ line }}
                as line_duplicate_count,
            sum(case when kind = 'head' then head.late_count when reason = 'late' then 1 else 0 end) {{ line }} as line_late_count,
            sum(
                case
                    when kind = 'head' then head.settled_numbers
                    when is_released then 1
                    -- Below the first release of start: auto nothing is missing.
                    when is_hit and cover.state <> 'unasked' then 1
                    when is_new_number and is_late and (start_number is not null or threshold is not null or number > first_in_line) then 1
                    else 0
                end
            ) {{ line }} as line_settled_numbers,
            count(case when verdict = 'pending' then 1 end) {{ line }} as line_pending_count,
            max(head.closed_us) {{ line }} as head_closed_us,
            min(case when is_released and number >= last_number then {{ leaving_us() }} end) {{ line }} as last_released_us,
            max(case when kind = 'head' then head.updated_us else greatest(arrival_us, case when is_released then {{ leaving_us() }} end) end) {{ line }}
                as line_updated_us
        from {{ source }}
    ) as summed
{%- endmacro %}
