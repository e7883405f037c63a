{% macro written_rows(source, batch) -%}
    {#-
        Each message as a row of its outlet. Where the line skipped numbers, a gap row; at its end its
        head. One read of the line writes all three. Sequences that are closed stand apart, so that runs pass them by.
    -#}
    {%- set message = "row_kind = 'message'" -%}
    {%- set bakes = order_groups().values() | rejectattr('bake_us', 'none') | list | length > 0 -%}
    {%- set last_number = 'coalesce(line_last_key_value.string, cast(line_last_key_value.decimal as string), cast(line_last_key_value.double as string), cast(last_number as string))' if _has_ranked_keys() else 'last_number' -%}
    {%- set columns = {
        'ruleset': 'case when ' ~ message ~ ' then message.ruleset end',
        'order_group': 'order_group',
        'sequence_id': 'group_key',
        'message_id': 'case when ' ~ message ~ ' then message.message_id end',
        'sequence_number': 'case when ' ~ message ~ (' and key_value is null' if _has_ranked_keys() else '') ~ ' then number end',
        'key_value': 'case when ' ~ message ~ " then key_value when row_kind = 'head' then line_key_value end",
        'last_key_value': "case when row_kind = 'head' then line_last_key_value end",
        'sort_key': 'case when ' ~ message ~ ' then message.sort_key end',
        'arrived_at': 'case when ' ~ message ~ ' then timestamp_micros(message.arrived_us) end',
        'effective_arrived_at': 'case when ' ~ message ~ ' then timestamp_micros(arrival_us) end',
        'intake': 'case when ' ~ message ~ ' then intake end',
        'place': 'case when ' ~ message ~ ' then place end',
        'is_last': 'case when ' ~ message ~ ' then message.is_last end',
        'sequence_total': 'case when ' ~ message ~ ' then message.sequence_total end',
        'message_type': 'case when ' ~ message ~ ' then message.message_type end',
        'properties': 'case when ' ~ message ~ ' then message.properties end',
        'body': 'case when ' ~ message ~ ' then message.body end',
        'raw_record': 'case when ' ~ message ~ " and (verdict = 'failure' or rejection_outlet is not null or (verdict = 'pending' and not is_ordered)) then message.raw_record end",
        'reason': 'case when ' ~ message ~ ' then reason end',
        'detail': 'case when ' ~ message ~ " then case when reason = 'last_conflict' then concat('the last number is ', " ~ last_number ~ ", ', announced first') else message.rejection_detail end end",
        'rejection_outlet': 'case when ' ~ message ~ " and verdict = 'pending' then rejection_outlet end",
        'rejection_reason': 'case when ' ~ message ~ " and verdict = 'pending' then message.rejection_reason end",
        'settled_at': 'case when ' ~ message ~ " and verdict <> 'pending' then timestamp_micros(case when is_released then due_us else arrival_us end) end",
        'release_position': 'case when ' ~ message ~ ' and is_released then release_position end',
        'late_by_ms': 'case when ' ~ message ~ ' then ' ~ ('late_by_ms' if bakes else 'cast(null as bigint)') ~ ' end',
        'blocked_by': 'case when ' ~ message ~ " and verdict = 'pending' and is_ordered and is_sequence then coalesce(try_add(line_threshold, step), case when line_threshold is null then start_number end) end",
        'blocked_count': 'case when ' ~ message ~ " and verdict = 'pending' and is_ordered and is_sequence and coalesce(line_threshold, start_number) is not null then line_pending_count end",
        'held_ms': 'case when ' ~ message ~ " and verdict = 'pending' then greatest(" ~ batch.clock_us ~ ' - arrival_us, 0) div 1000 end',
        'due_at': 'case when ' ~ message ~ " and verdict = 'pending' then timestamp_micros(case when is_ordered then due_us else arrival_us end) end",
        'head': "case when row_kind = 'head' then " ~ new_head() ~ ' end',
        'gap': "case when row_kind = 'gap' then piece end",
        'disposition': 'case when ' ~ message ~ " then verdict when line_closed_us is not null then 'closed' else row_kind end",
        'batch_id': 'cast(' ~ batch.number ~ ' as bigint)',
    } -%}
    select
        {{ ledger_row(columns) }}
    from (
        select
            *,
            explode(
                array_compact(array(
                    case when kind = 'message' then 'message' end,
                    case when piece is not null then 'gap' end,
                    case when ends_line then 'head' end
                ))
            ) as row_kind
        from {{ source }}
    ) as exploded
{%- endmacro %}
