{% macro counted_rows(source, clock) -%}
    {%- set sessions = _any_group('session_us') -%}
    {%- set claims = _any_group('claims') -%}
    {%- set stands_in = _any_group('max_stand_ins') -%}
    {%- set suspends = stands_in or _any_group('alarm_us') -%}
    {%- set later = _leaves_later() -%}
    {%- set holds = _any_group('holds_whole') -%}
    {%- set ends = _any_group('delivers') -%}
    {%- set fills = _fills() -%}
    {%- set real = ' and not is_fill' if fills else '' -%}
    {#- What has its turn but waits for a tick has been given its place; what waits for its whole sequence has not. -#}
    {%- set waits = 'has_turn' ~ (' and not holds_whole' if holds) if later -%}
    {%- set takes_place = 'is_released' if not later else "has_turn and kind = 'message'" if not holds else "case when holds_whole then is_released else has_turn and kind = 'message' end" -%}
    {#- What had been given a place, and will not leave, gives it back. -#}
    {%- set places = "case when kind = 'head' then head.last_position" ~ (' when is_fill then 0' if fills) ~ (" when kind = 'due' and is_given_up" ~ (' and not holds_whole' if holds) ~ ' then -1' if ends) ~ " when " ~ takes_place ~ ' then 1' ~ (' + stand_in_count' if stands_in) ~ ' else 0 end' -%}
    {#- An epoch goes on counting where the one before stopped. -#}
    {%- set before_epoch = ' + coalesce(sum(' ~ places ~ ') over (partition by line_id, group_key order by epoch asc range between unbounded preceding and 1 preceding), 0)' if _has_epochs() -%}
    {%- set key = 'case when is_session then ' ~ as_published('message.number') ~ ' else number end' if sessions else 'number' -%}
    {#-
        release_position goes on from the head's. The line_ columns are the line's new head, the same on
        each of its rows. A repeat with another body contradicts the first of its number while that is held.
    -#}
    {%- set value = ', key_value' if _has_ranked_keys() -%}
    {%- set line = 'over (' ~ up() ~ ' ' ~ whole() ~ ')' -%}
    {%- set first_number = 'coalesce(max(head.first_number) ' ~ line ~ ', start_number, min(case when ' ~ has_turn() ~ ' then ' ~ key ~ ' end) ' ~ line ~ ')' -%}
    select
        * except (reason, first_of_number, line_top),
        case
            when reason = 'duplicate' and first_of_number.number = number and first_of_number.body_hash <> xxhash64(message.body)
                and (first_of_number.left_at is null or first_of_number.left_at > struct(arrival_us, intake, place)) then 'conflicting_duplicate'
            {%- if suspends %}
            when reason = 'baking'{{ ' and not (' ~ waits ~ ')' if later }} and line_suspends_us <= {{ clock }} then 'suspended'
            {%- endif %}
            -- Something is expected, with start: auto from the first release on.
            when reason = 'baking'{{ ' and not (' ~ waits ~ ')' if later }} and is_sequence and coalesce({{ 'line_left' if later else 'line_top.number' }}, start_number) is not null then 'waiting_for_predecessor'
            else reason
        end as reason,
        {{ 'line_turn' if holds else 'line_top.number' }} as line_threshold,
        {% if _has_ranked_keys() -%}
        line_top.key_value as line_key_value,
        {% endif -%}
        -line_top.unreleased_us as line_released_us
    from (
        select
            *,
            {% if later -%}
            case
                when kind = 'due'{{ ' and not holds_whole' if holds }} then given_position
                else sum({{ places }}) over ({{ up() }} {{ so_far() }}){{ before_epoch }}
            end as release_position,
            {%- else -%}
            sum({{ places }}) over ({{ up() }} {{ so_far() }}){{ before_epoch }} as release_position,
            {%- endif %}
            sum({{ places }}) {{ line }}{{ before_epoch }} as line_last_position,
            last(case when is_new_number{{ ' and (not is_fill or is_met)' if fills }} then number end) ignore nulls over ({{ up() }} {{ before_this() }}) as received_below,
            {% if fills -%}
            last(case when is_new_number then number end) ignore nulls over ({{ up() }} {{ before_this() }}) as known_below,
            coalesce(lead(case when is_new_number then struct(number, is_fill and not is_met as is_filled) end) ignore nulls over ({{ up() }}) = struct(number + step, true), false) as is_filled_above,
            {% endif -%}
            lead(case when is_hit then number end) ignore nulls over ({{ up() }}) as next_hit,
            max(case when {{ has_turn() }} then due_us end) over ({{ up() }} {{ before_this() }}) as released_below_us,
            lead(true) over ({{ up() }}) is null and is_ordered{{ ' and begun_us is not null' if fills }} as ends_line,
            last(case when is_repeated and {{ "(is_in_line or (kind = 'due' and holds_whole))" if holds else 'is_in_line' }}{{ real }} and is_sequence then struct(number, xxhash64(message.body) as body_hash, left_at) end) ignore nulls
                over ({{ up() }} {{ so_far() }}) as first_of_number,
            {% if suspends -%}
            min(
                case
                    when verdict = 'pending' and is_in_line{{ ' and not has_turn' if later }} then reached_us + {{ 'coalesce(alarm_us, case when suspended_from is not null then suspends_after_us end)' if stands_in and _any_group('alarm_us') else 'case when suspended_from is not null then suspends_after_us end' if stands_in else 'alarm_us' }}
                end
            ) {{ line }} as line_suspends_us,
            {% endif -%}
            {% if later -%}
            count(case when verdict = 'pending' and has_turn{{ real }} then 1 end) {{ line }} as line_leaving_count,
            count(case when verdict = 'pending' and {{ waits }}{{ real }} then 1 end) {{ line }} as line_waiting_count,
            max(case when kind = 'head' then head.left_threshold when is_released{{ ' and not is_session' if sessions }} then number{{ " when kind = 'claim' then number" if claims }} end) {{ line }} as line_left,
            {% endif -%}
            {% if holds -%}
            max(case when kind = 'head' then threshold when has_turn{{ ' and not is_session' if sessions }} then number{{ " when kind = 'claim' then number" if claims }} end) {{ line }} as line_turn,
            {% endif -%}
            max({{ threshold_since(value) | indent(16) }}) {{ line }} as line_top,
            {% if sessions -%}
            -- Sessions begin anew, so a later one may go lower.
            case when is_session then min(case when kind = 'head' then head.first_number when {{ has_turn() }} then {{ key }} end) {{ line }} else {{ first_number }} end as line_first_number,
            {%- else -%}
            {{ first_number }} as line_first_number,
            {%- endif %}
            min(case when verdict = 'pending'{{ real }} then {{ key }} end) {{ line }} as line_lowest_held,
            max(case when kind = 'head' then head.highest_received when is_eligible{{ real }} then {{ key }} end) {{ line }} as line_highest_received,
            sum(case when kind = 'head' then head.received_count when is_new and kind = 'message'{{ real }} then 1 else 0 end) {{ line }} as line_received_count,
            sum(case when kind = 'head' then head.released_count when is_released{{ real }} then 1 else 0 end) {{ line }} as line_released_count,
            sum(case when kind = 'head' then head.duplicate_count when reason = 'duplicate'{{ real }} then 1 else 0 end) {{ line }}
                as line_duplicate_count,
            sum(case when kind = 'head' then head.late_count when reason = 'late'{{ real }} then 1 else 0 end) {{ line }} as line_late_count,
            sum(
                case
                    when kind = 'head' then head.settled_numbers
                    when {{ 'is_fill then 0 when comes_for_filled or ' if fills }}is_released{{ ' or is_given_up' if ends }} then 1
                    -- Below the first release of start: auto nothing is missing.
                    when is_hit and cover.state <> 'unasked' then 1
                    when is_new_number and is_late and (start_number is not null or threshold is not null or number > first_in_line) then 1
                    else 0
                end
            ) {{ line }} as line_settled_numbers,
            count(case when verdict = 'pending'{{ real }} then 1 end) {{ line }} as line_pending_count,
            max(coalesce(is_new or verdict <> 'pending'{{ ' or exists(facts, fact -> fact.fact <> \'flight\') or (kind = \'head\' and (arrival_us is not null or line_gate.waiting is distinct from head.gate.waiting or size(line_gate.ends) > size(coalesce(head.gate.ends, array()))))' if ends }}, false)) {{ line }} as line_has_changed,
            max(head.closed_us) {{ line }} as head_closed_us,
            {% if ends -%}
            max(ended_us) {{ line }} as line_ended_us,
            {% endif -%}
            min(
                case
                    when {{ 'case when holds_whole then is_released else has_turn end' if holds else has_turn() }} and number >= last_number then {{ left_us() }}
                    when kind = 'head' and threshold >= last_number{{ ' and not holds_whole' if holds }} then {{ leaving_us('head.threshold_released_us') }}
                    {%- if claims %}
                    when kind = 'claim' and number >= last_number then {{ leaving_us('arrival_us') }}
                    {%- endif %}
                end
            ) {{ line }} as last_left_us,
            max(case when kind = 'head' then head.updated_us else greatest(arrival_us, case when is_released then {{ left_us() }} end{{ ', case when is_given_up then ended_us end' if ends }}) end) {{ line }}
                as line_updated_us
        from {{ source }}
    ) as summed
{%- endmacro %}
