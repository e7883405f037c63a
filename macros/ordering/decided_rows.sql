{% macro decided_rows(clock) -%}
    {#-
        One verdict per message. At or below the threshold of a sequence: late if the number was skipped and
        has not come since, else a repeat. Held above a last number that became known: after_last.
    -#}
    select
        *,
        verdict = 'released' as is_released,
        case
            when kind <> 'message' or verdict = 'released' then null
            when verdict = 'pending' then
                case when is_ordered then 'baking' else 'after_clock' end
            when rejection_outlet is not null then message.rejection_reason
            when refusal is not null then refusal
            when is_in_line then 'after_last'
            when (is_late and (is_first or not is_sequence)) or (not is_sequence and number < threshold) then 'late'
            when is_hit or is_forgotten then 'late'
            else 'duplicate'
        end as reason
    from (
        select
            *,
            case
                when kind <> 'message' then null
                when coalesce(arrival_us > {{ clock }}, false) then 'pending'
                when rejection_outlet is not null then rejection_outlet
                when refusal = 'last_conflict' then 'failure'
                when not is_in_line or is_overtaken then 'bypass'
                when due_us <= {{ clock }} then 'released'
                else 'pending'
            end as verdict,
            coalesce(is_sequence and is_eligible and is_first and number <= threshold and number <= cover.range_end and cover.state <> 'forgotten', false) as is_hit,
            coalesce(is_sequence and is_eligible and number <= threshold and number <= cover.range_end and cover.state = 'forgotten', false) as is_forgotten,
            coalesce(is_first and (threshold is null or number > threshold), false) as is_new_number
        from (
            select
                *,
                coalesce(
                    number > last_number and not coalesce(left_at < last_at, false), false
                ) as is_overtaken
            from (
                select
                    *,
                    {{ moment_of_release() }} as left_at
                from due
            ) as leaving
        ) as overtaking
    ) as judged
{%- endmacro %}
