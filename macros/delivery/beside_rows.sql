{% macro beside_rows(batch) -%}
    {#-
        What the ledger says of deliveries and actions beside the line: those rejected, those that are later than the clock, and
        attempts in flight in sequences that nothing has come for.
    -#}
    {%- set columns = {
        'ruleset': 'ruleset', 'order_group': 'order_group', 'sequence_id': 'group_key', 'message_id': 'record.message_id',
        'effective_arrived_at': 'timestamp_micros(at_us)', 'settled_at': 'timestamp_micros(at_us)', 'intake': 'intake', 'place': 'place',
        'due_at': 'case when is_later then timestamp_micros(at_us) end', 'raw_record': 'raw_record', 'reason': 'case when is_later then kind else reason end', 'detail': 'detail', 'input': 'record',
        'batch_id': 'cast(' ~ batch.number ~ ' as bigint)', 'disposition': "case when is_later then 'input' else 'rejected' end",
    } %}
    select
        {{ ledger_row(columns) }}
    from addressed
    where is_later or reason is not null
    {% if batch.previous is not none and _any_group('delivers') -%}
    union all
    select
        flying.* except (batch_id, disposition, batch_group),
        cast({{ batch.number }} as bigint),
        flying.disposition,
        cast({{ batch.number }} as bigint)
    from {{ this }} as flying
    left anti join (select order_group, group_key from line where is_ordered) as moving
        on flying.order_group = moving.order_group and flying.sequence_id = moving.group_key
    where flying.disposition = 'flight' and flying.batch_group = {{ batch.previous }}
    {%- endif %}
{%- endmacro %}
