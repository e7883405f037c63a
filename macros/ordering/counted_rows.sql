{% macro counted_rows(source, clock) -%}
    {%- set sessions = _any_group('session_us') -%}
    {%- set suspends = _any_group('max_stand_ins') or _any_group('alarm_us') -%}
    {%- set later = _leaves_later() -%}
    {%- set holds = _any_group('holds_whole') -%}
    {%- set fills = _fills() -%}
    {%- set real = ' and not is_fill' if fills else '' -%}
    {%- set waits = 'has_turn' ~ (' and not holds_whole' if holds) if later -%}
    {#- An epoch goes on counting where the one before stopped. -#}
    {%- set before_epoch = ' + coalesce(sum(' ~ places() ~ ') over (partition by line_id, group_key order by epoch asc range between unbounded preceding and 1 preceding), 0)' if _has_epochs() -%}
    {%- set line = ' over (' ~ up() ~ ' ' ~ whole() ~ ')' -%}
    {#-
        release_position goes on from the head's. The line_ columns are the line's new head, the same on
        each of its rows. A repeat with another body contradicts the first of its number while that is held.
    -#}
    select
        * except (reason, first_of_number, line_top, line_first_before, line_first_turn),
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
        -- Sessions begin anew, so a later one may go lower.
        {{ 'case when is_session then least(line_first_before, line_first_turn) else ' if sessions }}coalesce(line_first_before, start_number, line_first_turn){{ ' end' if sessions }} as line_first_number,
        -line_top.unreleased_us as line_released_us
    from (
        select
            *,
            {% if later -%}
            case
                when kind = 'due'{{ ' and not holds_whole' if holds }} then given_position
                else sum({{ places() }}) over ({{ up() }} {{ so_far() }}){{ before_epoch }}
            end as release_position,
            {%- else -%}
            sum({{ places() }}) over ({{ up() }} {{ so_far() }}){{ before_epoch }}{{ ' + coalesce(told_positions, 0)' if _is_cut() }} as release_position,
            {%- endif %}
            {{ received_below() }} as received_below,
            {% if fills -%}
            last(case when is_new_number then number end) ignore nulls over ({{ up() }} {{ before_this() }}) as known_below,
            coalesce(lead(case when is_new_number then struct(number, is_fill and not is_met as is_filled) end) ignore nulls over ({{ up() }}) = struct(number + step, true), false) as is_filled_above,
            {% endif -%}
            lead(case when is_hit then number end) ignore nulls over ({{ up() }}) as next_hit,
            {{ told('max(case when ' ~ has_turn() ~ ' then due_us end) over (' ~ up() ~ ' ' ~ before_this() ~ ')', 'told_released_us', 'greatest') }} as released_below_us,
            lead(true) over ({{ up() }}) is null and is_ordered{{ ' and begun_us is not null' if fills }}{{ ' and coalesce(is_top, part is null)' if _is_cut() }} as ends_line,
            last(case when is_repeated and {{ "(is_in_line or (kind = 'due' and holds_whole))" if holds else 'is_in_line' }}{{ real }} and is_sequence then struct(number, xxhash64(message.body) as body_hash, left_at) end) ignore nulls
                over ({{ up() }} {{ so_far() }}) as first_of_number
            {%- for column, total in line_totals().items() %},
            {{ 'coalesce(told_line.' ~ column ~ ', ' if _is_cut() }}{{ total ~ line }}{{ before_epoch if column == 'line_last_position' }}{{ ')' if _is_cut() }} as {{ column }}
            {%- endfor %}
        from {{ lined_rows(edged_rows(source, ['is_top', 'told_positions', 'told_received', 'told_released_us']), ['told_line']) }}
    ) as summed
{%- endmacro %}
