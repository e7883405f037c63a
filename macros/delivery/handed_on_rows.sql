{% macro handed_on_rows(clock) -%}
    {#-
        A message whose turn has come leaves when it is sent (leaves_us); till then it is kept. Where its sequence was ended,
        what had not left by then goes (is_given_up): held, to failure (expired), or, where it was closed as complete, past it;
        and what comes after that is after the last (comes_after), unless it repeats, or comes late for, a number below
        what had left. What left before the end does not depend on what came after it.
    -#}
    {%- set fills = _fills() -%}
    select
        * except (reason, delivery_line_id, delivery_group_key, sent_intake, sent_place, sent_us, gate, ended, has_turn, is_eligible, is_new_number, comes_after),
        verdict = 'released' as is_released,
        has_turn and not is_given_up and not comes_after as has_turn,
        is_eligible and not comes_after as is_eligible,
        is_new_number and not comes_after as is_new_number,
        ended.us as ended_us,
        ended.ended_by as ended_by,
        case
            when is_given_up and verdict = 'failure' then 'expired'
            when is_given_up or (comes_after and verdict = 'bypass') then 'after_last'
            when not is_kept then reason
            when exists(line_gate.stops, stop -> stop.reason = 'parked') then 'parked'
            when size(line_gate.stops) > 0 then 'suspended'
            else 'awaiting_acknowledgement'
        end as reason
    from (
        select
            * except (verdict, is_kept),
            case
                when is_given_up and ended.ended_by <> 'completion' then 'failure'
                when is_given_up or (comes_after and verdict in ('released', 'pending')) then 'bypass'
                when is_kept then 'pending'
                else verdict
            end as verdict,
            is_kept and not is_given_up and not comes_after as is_kept
        from (
            select
                *,
                coalesce(
                    is_open and ended is not null and not comes_late
                    -- What was above a last number by then has gone already.
                    and not (reason <=> 'after_last' and last_at.arrival_us < ended.us), false
                ) as is_given_up,
                comes_late
                and (is_open or coalesce(verdict = 'bypass' and reason in ('duplicate', 'late') and coalesce(number > line_left_number, true), false)) as comes_after
            from (
                select
                    * except (is_released),
                    {% if fills -%}
                    coalesce(delivers and verdict = 'released' and case when is_fill then not is_passed else sent_us is null end, false) as is_kept,
                    case when delivers and not is_fill then sent_us else {{ leaving_us() }} end as leaves_us,
                    {%- else -%}
                    coalesce(delivers and verdict = 'released' and sent_us is null, false) as is_kept,
                    case when delivers then sent_us else {{ leaving_us() }} end as leaves_us,
                    {%- endif %}
                    -- It stands in line, and has not left.
                    coalesce(
                        delivers and sent_us is null and is_ordered{{ ' and not is_passed' if fills }}
                        and (kind = 'due' or (kind = 'message' and is_in_line and (verdict in ('released', 'pending') or reason = 'after_last'))), false
                    ) as is_open,
                    max(case when kind = 'head' then {{ 'threshold' if _has_ranked_keys() else 'head.left_threshold' }} when sent_us is not null{{ ' or is_passed' if fills }} then number end) over ({{ line_partition() }}) as line_left_number
                from {% if fills %}(
                    select
                        *,
                        -- What is said not to come needs no sending: it is passed as all before it have been sent.
                        coalesce(
                            is_fill and delivers and verdict = 'released' and coalesce(number < first_waiting, true)
                            and (ended is null or (not comes_late and (due_us < ended.us or (due_us = ended.us and ended.intake > 0)))), false
                        ) as is_passed
                    from joined
                ) as passing{% else %}joined{% endif %}
            ) as standing
        ) as judged
    ) as kept
{%- endmacro %}
