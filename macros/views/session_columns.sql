{% macro session_columns() -%}
    {#-
        The columns of a session, over rows with the columns of its sequence's state, and is_closed, step, start_number, is_descending,
        clock_us, and of what stands in no epoch yet unconfirmed_count and unconfirmed_us.
    -#}
    epoch,
        case
            when is_closed then 'closed'
            when size(gate.stops) > 0 or (pending_count > 0 and suspends_us <= clock_us) then 'suspended'
            else 'open'
        end as status,
        case
            when bypassed_in_a_row >= 20 and not coalesce(size(gate.stops) > 0 or (pending_count > 0 and suspends_us <= clock_us), false) then 'all_bypassed'
            when is_closed then {{ closed_by() }}
            when size(gate.stops) > 0 then case when gate.stops[0].reason = 'parked' then 'dead_letter' else 'failed_delivery' end
            when pending_count > 0 and suspends_us <= clock_us then 'gap'
            when gate.is_awaiting and gate.waiting > 0 then 'awaiting_acknowledgement'
            when pending_count > 0 then 'waiting'
            when unconfirmed_count > 0 then 'awaiting_confirmation'
        end as status_reason,
        case when is_closed then {{ closed_by() }} end as closed_by,
        {{ as_published('next_expected') }} as next_expected,
        pending_count + unconfirmed_count as deferred_count,
        coalesce(gate.stops[0].number, case when pending_count > 0 and suspends_us <= clock_us then {{ as_published('next_expected') }} end) as suspended_at_number,
        timestamp_micros(greatest(updated_us, unconfirmed_us, case when pending_count > 0 and suspends_us <= clock_us then suspends_us end)) as updated_at
{%- endmacro %}
