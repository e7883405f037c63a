{% macro new_state() -%}
    {#- The state of a sequence after this batch, from the columns of int_resequencer__sequence_states. Ranks mean nothing in the next run: there, the keys stand. -#}
    named_struct(
            'threshold', case when not is_ranked then threshold_number end,
            'left_threshold', case when not is_ranked then greatest(before.left_threshold, {{ number_at('left_position') }}) end,
            'threshold_released_us', -top.unreleased_us,
            'threshold_ids', array_sort(array_distinct(concat(
                case when threshold_before = threshold then coalesce(before.threshold_ids, array()) else array() end,
                coalesce(message_ids, array())
            ))),
            'first_number', case
                when is_ranked then null
                when kernel = 'sessions' then least(before.first_number, first_ready)
                else coalesce(before.first_number, before.begins_at, start_number, {{ number_at('first_ready') }})
            end,
            'lowest_held', case when not is_ranked then {{ number_at('lowest_held') }} end,
            'highest_received', case when not is_ranked then greatest(
                case
                    when {{ number_at('highest_dropped') }} >= before.highest_received
                        then case when threshold_before is not null then least(before.highest_received, {{ number_at('threshold_before') }}) end
                    else before.highest_received
                end,
                {{ number_at('highest_received') }}
            ) end,
            'last_number', case when not is_ranked then last_number end,
            'last_us', last.known_at.us,
            'last_ingest', last.known_at.ingest,
            'last_arrived_us', last.known_at.arrived_us,
            'last_intake', last.known_at.intake,
            'last_place', last.known_at.place,
            'received_count', coalesce(before.received_count, 0) + received_count,
            'released_count', coalesce(before.released_count, 0) + released_count,
            'duplicate_count', coalesce(before.duplicate_count, 0) + duplicate_count,
            'late_count', coalesce(before.late_count, 0) + late_count,
            'settled_numbers', coalesce(before.settled_numbers, 0) + settled_numbers,
            'pending_count', pending_count,
            'closed_us', closed_us,
            'updated_us', greatest(before.updated_us, updated_us, closed_us, case when closed_us is null then changed_us end),
            'newest_number', case when counts_on then coalesce(newest_position, before.newest_number) end,
            'last_position', coalesce(last_taken, 0),
            'given_up_places', nullif(given_up_places, 0),
            'suspended_at', {{ number_at('suspension.from_position') }},
            'suspended_by', {{ number_at('suspension.below_position') }},
            'suspends_us', reached_us + suspends_after_us,
            'begins_at', before.begins_at,
            'first_us', coalesce(before.first_us, first_us),
            'gate', delivery_state,
            'reference', {{ capped('greatest(before.reference, ' ~ number_at('highest_counted') ~ ')', 'last_number') }},
            'arrived_us', greatest(before.arrived_us, arrived_us),
            'restarted_us', coalesce(before.restarted_us, restarted_us),
            'bypassed_in_a_row', case
                when kept_at is null then coalesce(before.bypassed_in_a_row, 0) + size(bypassed_at)
                else size(filter(bypassed_at, moment -> moment > kept_at))
            end,
            'given_up_to', case when closed_us is not null then coalesce(before.given_up_to, {{ number_at('given_up_to') }}) end,
            'pending_numbers', case when kernel = 'linked' then coalesce(pending_numbers, 0) end,
            'skipped_count', case when kernel = 'linked' then cast(size(filter(skipped, one -> one.state in ('skipped', 'forgotten'))) as bigint) end
        )
{%- endmacro %}
