{% macro decided_rows(clock, source) -%}
    {%- set claims = _any_group('claims') -%}
    {%- set sessions = _any_group('session_us') -%}
    {%- set later = _leaves_later() -%}
    {%- set holds = _any_group('holds_whole') -%}
    {#-
        One verdict per message. At or below the threshold of a sequence: late if the number was skipped and
        has not come since, else a repeat. Held above a last number that became known: after_last.
        has_turn: its turn has come by the clock, before a last number below it was known.
    -#}
    select
        *,
        verdict = 'released' as is_released,
        case
            when verdict is null or verdict = 'released' then null
            when verdict = 'pending' then
                case when not is_ordered then 'after_clock'{{ (" when is_session" ~ (' and not has_turn' if later) ~ " then 'session_open'") if sessions }} else 'baking' end
            when rejection_outlet is not null then message.rejection_reason
            when refusal is not null then refusal
            {%- if claims %}
            when is_claimed and not (is_overtaken and last_at < claimed_at) then 'claimed'
            {%- endif %}
            when is_in_line{{ " or kind = 'due'" if holds }} then 'after_last'
            when (is_late and (is_first or not is_sequence)) or (not is_sequence and number < threshold) then 'late'
            when is_hit or is_forgotten{{ ' or comes_for_filled' if _fills() }} then 'late'
            else 'duplicate'
        end as reason
    from (
        select
            *,
            case
                {%- if later %}
                when kind = 'due' then case when {{ 'holds_whole and is_overtaken' if holds else 'false' }} then 'bypass' when {{ leaving_us() }} <= {{ clock }} then 'released' else 'pending' end
                {%- endif %}
                when kind <> 'message' then null
                when coalesce(arrival_us > {{ clock }}, false) then 'pending'
                when rejection_outlet is not null then rejection_outlet
                when refusal = 'last_conflict' then 'failure'
                when not is_in_line or is_overtaken{{ ' or is_claimed' if claims }} then 'bypass'
                when {{ leaving_us() }} <= {{ clock }} then 'released'
                else 'pending'
            end as verdict,
            {%- if later %}
            kind = 'due'
            or coalesce(
                is_in_line and due_us <= {{ clock }}{{ ' and not is_claimed' if claims }}
                and (number <= last_number or last_number is null or {{ 'turn_at' if holds else 'left_at' }} < last_at), false
            ) as has_turn,
            {%- endif %}
            coalesce(is_sequence and is_eligible and {{ 'is_first_to_come' if _fills() else 'is_first' }} and number <= threshold and number <= cover.range_end and cover.state <> 'forgotten', false) as is_hit,
            coalesce(is_sequence and is_eligible and number <= threshold and number <= cover.range_end and cover.state = 'forgotten', false) as is_forgotten,
            coalesce(is_first and (threshold is null or number > threshold), false) as is_new_number
        from (
            select
                *,
                {% if claims -%}
                coalesce(is_in_line and claimed_at > struct(arrival_us, intake, place) and (due_us is null or claimed_at.arrival_us < due_us), false) as is_claimed,
                {% endif -%}
                coalesce(
                    number > last_number and not coalesce(left_at < last_at, false), false
                ) as is_overtaken
            from {% if holds %}{{ source }}{% else %}(
                select
                    *,
                    {{ moment_of_release() }} as left_at
                from {{ source }}
            ) as leaving{% endif %}
        ) as overtaking
    ) as judged
{%- endmacro %}
