{% macro written_rows(source, batch) -%}
    {#-
        Each message as a row of its outlet, before it what stands in for numbers that did not come. Where the line skipped
        numbers, a gap row; at its end its head, and once more, to stay (state), where something has changed; and a mark of what has left an open session for want of room. One read of the line writes all three. Sequences that are closed stand apart, so that runs pass them by.
    -#}
    {%- set message = "row_kind = 'message'" -%}
    {%- set sessions = _any_group('session_us') -%}
    {%- set claims = _any_group('claims') -%}
    {%- set stands_in = _any_group('max_stand_ins') -%}
    {%- set later = _leaves_later() -%}
    {%- set waits = 'has_turn' ~ (' and not holds_whole' if _any_group('holds_whole')) if later -%}
    {%- set delivers = _any_group('delivers') -%}
    {%- set fills = _fills() -%}
    {%- set fill = "row_kind = 'fill'" -%}
    {%- set fact = "row_kind = 'delivery'" -%}
    {%- set message_or_stand_in = message if not stands_in else "row_kind in ('message', 'stand_in')" -%}
    {%- set bakes = _bakes() -%}
    {%- set last_number = 'coalesce(' ~ key_value_text('line_last_key_value') ~ ', cast(' ~ as_published('last_number') ~ ' as string))' if _has_ranked_keys() else as_published('last_number') -%}
    {%- set suspends = stands_in or _any_group('alarm_us') -%}
    {%- set message_or_left = message if not sessions else "row_kind in ('message', 'left')" -%}
    {%- set is_blocked = '(coalesce(' ~ ('line_left' if later else 'line_threshold') ~ ', start_number) is not null' ~ (" or reason = 'suspended'" if suspends) ~ ')' ~ (' and not (' ~ waits ~ ')' if later) -%}
    {#- What becomes of messages after their turn is about other messages than the line's row it stands on. -#}
    {%- set told = ' when ' ~ fact ~ ' then delivery_fact.' if delivers else none -%}
    {%- set columns = {
        'ruleset': 'case when ' ~ message_or_stand_in ~ ' then message.ruleset' ~ (told ~ 'ruleset' if delivers) ~ ' end',
        'order_group': 'order_group',
        'sequence_id': 'group_key',
        'message_id': 'case when ' ~ message_or_left ~ ' then message.message_id' ~ (" when row_kind = 'stand_in' then concat('stand-in ', " ~ as_published('stand_in') ~ ')' if stands_in) ~ (told ~ 'message_id' if delivers) ~ ' end',
        'sequence_number': 'case' ~ (' when ' ~ fill ~ ' then ' ~ as_published('number') if fills) ~ ' when ' ~ message_or_left ~ (' and key_value is null' if _has_ranked_keys() else '') ~ ' then ' ~ (('case when is_session then message.number else ' ~ as_published('number') ~ ' end') if sessions else as_published('number')) ~ (" when row_kind = 'stand_in' then " ~ as_published('stand_in') if stands_in) ~ (told ~ 'number' if delivers) ~ ' end',
        'key_value': 'case when ' ~ message_or_left ~ " then key_value when row_kind in ('head', 'state') then line_key_value end" if _has_ranked_keys() else none,
        'last_key_value': "case when row_kind in ('head', 'state') then line_last_key_value end" if _has_ranked_keys() else none,
        'sort_key': 'case when ' ~ message ~ ' then message.sort_key end',
        'arrived_at': 'case when ' ~ message ~ ' then timestamp_micros(message.arrived_us) end',
        'effective_arrived_at': 'case' ~ (' when ' ~ fill ~ ' then timestamp_micros(arrival_us)' if fills) ~ ' when ' ~ (message_or_left if not claims else message_or_left ~ " or row_kind = 'claim'") ~ ' then timestamp_micros(arrival_us)' ~ (' when ' ~ fact ~ ' then timestamp_micros(coalesce(delivery_fact.sent_us, delivery_fact.at_us))' if delivers) ~ ' end',
        'intake': 'case' ~ (' when ' ~ fill ~ ' then intake' if fills) ~ ' when ' ~ message_or_left ~ ' then intake' ~ (' when ' ~ fact ~ ' then coalesce(delivery_fact.intake, delivery_fact.input_intake)' if delivers) ~ ' end',
        'place': 'case' ~ (' when ' ~ fill ~ ' then place' if fills) ~ ' when ' ~ message_or_left ~ ' then place' ~ (' when ' ~ fact ~ ' then coalesce(delivery_fact.place, delivery_fact.input_place)' if delivers) ~ ' end',
        'is_last': 'case when ' ~ message ~ ' then message.is_last end',
        'sequence_total': 'case when ' ~ message ~ ' then message.sequence_total end',
        'message_type': 'case when ' ~ message ~ ' then message.message_type end',
        'properties': 'case when ' ~ message ~ ' then message.properties end',
        'body': 'case when ' ~ message ~ ' then message.body end',
        'raw_record': 'case when ' ~ message ~ " and (verdict = 'failure' or rejection_outlet is not null or (verdict = 'pending' and not is_ordered)) then message.raw_record end",
        'reason': 'case' ~ (' when ' ~ fill ~ " then case when is_met then 'met' end" if fills) ~ ' when ' ~ message ~ ' then reason' ~ (told ~ 'reason' if delivers) ~ ' end',
        'detail': 'case' ~ (' when ' ~ fill ~ ' then filled_by' if fills) ~ ' when ' ~ message ~ " then case when reason = 'last_conflict' and " ~ is_contradictory() ~ " then 'by its flag another number is the last than by its sequence_total' when reason = 'last_conflict' then concat('the last number is ', " ~ last_number ~ ", ', announced first')" ~ (" when reason = 'expired' then concat('the sequence ', case ended_by when 'expiration' then 'expired' else 'was terminated' end, ' at ', " ~ utc_text('timestamp_micros(ended_us)') ~ ')' if delivers) ~ ' else message.rejection_detail end' ~ (told ~ 'detail' if delivers) ~ " end",
        'rejection_outlet': 'case when ' ~ message ~ " and verdict = 'pending' then rejection_outlet end",
        'rejection_reason': 'case when ' ~ message ~ " and verdict = 'pending' then message.rejection_reason end",
        'settled_at': 'case when ' ~ message ~ " and verdict <> 'pending' then timestamp_micros(case when is_released then " ~ left_us() ~ " else arrival_us end)" ~ (" when row_kind = 'stand_in' then timestamp_micros(" ~ left_us() ~ ")" if stands_in) ~ (' when ' ~ fact ~ ' then timestamp_micros(delivery_fact.at_us)' if delivers) ~ " end",
        'release_position': 'case when ' ~ message ~ ' and (is_released' ~ (' or (' ~ waits ~ ')' if later) ~ ') then release_position' ~ (" when row_kind = 'stand_in' then release_position - (number - stand_in) div step" if stands_in) ~ ' end',
        'late_by_ms': 'case when ' ~ message ~ ' then ' ~ ('late_by_ms' if bakes else 'cast(null as bigint)') ~ ' end',
        'blocked_by': 'case when ' ~ message ~ " and verdict = 'pending' and is_ordered and is_sequence and " ~ is_blocked ~ ' then ' ~ as_published(next_number('line_threshold')) ~ (" when " ~ message ~ " and verdict = 'pending' and is_kept then coalesce(try_element_at(line_gate.stops, 1).number, line_gate.awaited)" if delivers) ~ ' end',
        'blocked_count': 'case when ' ~ message ~ " and verdict = 'pending' and is_ordered and is_sequence and " ~ is_blocked ~ ' then line_pending_count' ~ (' - line_waiting_count' if later) ~ (' when ' ~ message ~ " and verdict = 'pending' and is_kept then line_waiting_count" if delivers) ~ ' end',
        'attempt': 'case when ' ~ fact ~ ' then delivery_fact end' if delivers else none,
        'input': 'case when ' ~ fact ~ ' then delivery_fact.input end' if delivers else none,
        'held_ms': 'case when ' ~ message ~ " and verdict = 'pending' then greatest(" ~ batch.clock_us ~ ' - arrival_us, 0) div 1000 end',
        'due_at': 'case when ' ~ message ~ " and verdict = 'pending' then timestamp_micros(case" ~ (' when is_kept then null' if delivers) ~ ' when is_ordered then ' ~ leaving_us() ~ ' else arrival_us end) end',
        'turn_at': 'case when ' ~ (message if not fills else "row_kind in ('message', 'fill')") ~ " and verdict = 'pending' and is_ordered then timestamp_micros(due_us)" ~ (" when row_kind = 'left' then timestamp_micros(session_end_us)" if sessions) ~ ' end',
        'has_turn': 'case when ' ~ (message if not fills else "row_kind in ('message', 'fill')") ~ " and verdict = 'pending' then has_turn end" if later else none,
        'head': "case when row_kind in ('head', 'state') then line_head end",
        'gap': "case when row_kind = 'gap' then piece end",
        'disposition': 'case' ~ (' when ' ~ fill ~ " then 'fill'" if fills) ~ ' when ' ~ message ~ ' then verdict' ~ (" when row_kind = 'stand_in' then 'released'" if stands_in) ~ (" when row_kind = 'claim' then 'claim'" if claims) ~ (told ~ 'fact' if delivers) ~ " when row_kind = 'state' then 'state' when line_closed_us is not null then 'closed' else row_kind end",
        'claim': "case when row_kind = 'claim' or (" ~ message ~ " and verdict = 'pending' and not is_ordered) then claim end" if claims else none,
        'is_stand_in': "row_kind = 'stand_in'",
        'epoch': 'case' ~ (told ~ 'epoch' if delivers) ~ ' when is_ordered then ' ~ ('epoch' if _has_epochs() else 'cast(1 as bigint)') ~ ' end',
        'batch_id': 'cast(' ~ batch.number ~ ' as bigint)',
    } -%}
    select
        {{ ledger_row(columns) }}
    from (
        select
            *,
            {{ 'inline(concat(transform(' if stands_in or delivers else 'explode(' }}
                -- Most rows are a message and nothing else.
                case when kind = 'message' and piece is null and not ends_line{{ ' and not is_fill' if fills }}{{ ' and not is_session' if sessions }} then array('message') else array_compact(array(
                    case when kind {{ "in ('message', 'due')" if later else "= 'message'" }}{{ ' and not is_fill' if fills }} then 'message' end,
                    {% if fills -%}
                    case when is_fill and verdict = 'pending' and line_closed_us is null then 'fill' end,
                    {% endif -%}
                    case when piece is not null then 'gap' end,
                    case when ends_line then 'head' end,
                    case when ends_line and {{ '(line_has_changed or (line_pending_count > 0 and line_suspends_us > ' ~ batch.previous_clock_us ~ ' and line_suspends_us <= ' ~ batch.clock_us ~ '))' if suspends and batch.previous_clock_us is not none else 'line_has_changed' }} and line_closed_us is null then 'state' end
                    {%- if sessions %},
                    case when is_session and session_end_us > {{ batch.clock_us }} and (kind = 'left' or {{ "overflows and on_overflow = 'release'" if _any_group('session_size') else 'false' }}) then 'left' end
                    {%- endif %}
                    {%- if claims %},
                    case when kind = 'claim' and claim.id <> '' and arrival_us + ttl_us > {{ batch.clock_us }} then 'claim' end
                    {%- endif %}
                )) end
            {%- if stands_in or delivers %},
                kind -> {{ written_row('kind') }}
            )
            {%- if stands_in %}, case when is_released and stand_in_count > 0 then transform(sequence(1, stand_in_count), back -> {{ written_row("'stand_in'", 'number - back * step') }}) else array() end
            {%- endif %}
            {%- if delivers %}, transform(coalesce(facts, array()), fact -> {{ written_row("'delivery'", fact='fact') }})
            {%- endif %})) as (row_kind, stand_in{{ ', delivery_fact' if delivers }})
            {%- else %}
            ) as row_kind
            {%- endif %}
        from {{ source }}
    ) as exploded
{%- endmacro %}
