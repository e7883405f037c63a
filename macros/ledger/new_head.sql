{% macro new_head(closed_us, threshold_ids) -%}
    {#- The line's head after this batch, from the line_ columns. Ranks mean nothing in the next: there, the values stand. -#}
    named_struct(
        'threshold', {{ number_or_none('line_threshold') }},
        'left_threshold', {{ number_or_none('line_left' if _leaves_later() else 'line_threshold') }},
        'threshold_released_us', line_released_us,
        'threshold_ids', {{ threshold_ids }},
        'first_number', {{ number_or_none('line_first_number') }},
        'lowest_held', {{ number_or_none('line_lowest_held') }},
        'highest_received', {{ number_or_none('line_highest_received') }},
        'last_number', {{ number_or_none('last_number') }},
        'last_us', last_at.arrival_us,
        'last_intake', last_at.intake,
        'last_place', last_at.place,
        'received_count', line_received_count,
        'released_count', line_released_count,
        'duplicate_count', line_duplicate_count,
        'late_count', line_late_count,
        'settled_numbers', line_settled_numbers,
        'pending_count', line_pending_count,
        'closed_us', {{ closed_us }},
        'updated_us', line_updated_us,
        'newest_number', {{ 'newest_number' if _any_group('wrap_at') else 'cast(null as bigint)' }},
        'last_position', line_last_position,
        'suspended_at', {{ 'suspended_from' if _any_group('max_stand_ins') else 'cast(null as bigint)' }},
        'suspends_us', {{ 'line_suspends_us' if _any_group('max_stand_ins') or _any_group('alarm_us') else 'cast(null as bigint)' }},
        'begins_at', {{ 'line_begins_at' if _has_epochs() else 'cast(null as bigint)' }},
        'gate', {{ 'line_gate' if _any_group('delivers') else 'cast(null as ' ~ gate_type() ~ ')' }}
    )
{%- endmacro %}
