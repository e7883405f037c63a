{% macro beside_rows(batch) -%}
    {#-
        What the ledger says of deliveries and actions beside the line: those that could not be taken, those that are later
        than the clock, and attempts in flight in sequences that nothing has come for.
    -#}
    {%- set delivers = _any_group('delivers') -%}
    {%- set columns = {
        'ruleset': 'ruleset', 'order_group': 'order_group', 'sequence_id': 'group_key', 'message_id': 'record.message_id',
        'effective_arrived_at': 'timestamp_micros(at_us)', 'settled_at': 'timestamp_micros(at_us)',
        'due_at': 'case when is_later then timestamp_micros(at_us) end', 'intake': 'intake', 'place': 'place', 'raw_record': 'raw_record',
        'reason': 'case when is_later then kind else reason end', 'detail': 'detail', 'input': 'record',
        'batch_id': 'cast(' ~ batch.number ~ ' as bigint)', 'disposition': "case when is_later then 'input' else 'rejected' end",
    } -%}
    {%- set kept = {} -%}
    {%- for column in ledger_columns() -%}{%- do kept.update({column: 'standing.' ~ column}) -%}{%- endfor -%}
    {#- A sequence without a line has no deliveries to follow. -#}
    {%- do kept.update({
        'reason': "coalesce(standing.reason, case when standing.disposition = 'rejected' then case when standing.message_id is not null then 'no_attempt' else 'unknown_sequence' end end)",
        'detail': "coalesce(standing.detail, case when standing.disposition = 'rejected' then 'there is no sequence like this whose deliveries are followed' end)",
        'batch_id': 'cast(' ~ batch.number ~ ' as bigint)',
    }) %}
    select
        {{ ledger_row(kept) }}
    from (
        select
            {{ ledger_row(columns) }}
        from addressed
        {% if batch.previous is not none -%}
        union all
        select * from {{ this }}
        where disposition = 'flight' and batch_group = {{ batch.previous }}
        {%- endif %}
    ) as standing
    left join (
        select distinct order_group, group_key from line where {{ ('is_ordered and delivers' ~ (" and (kind <> 'head' or arrival_us is null)" if settings().actions is not none) ~ (' and not is_fill' if _fills())) if delivers else 'false' }}
    ) as moving
        on standing.order_group = moving.order_group and standing.sequence_id = moving.group_key
    where moving.order_group is null or standing.disposition = 'input' or (standing.disposition = 'rejected' and standing.reason is not null)
{%- endmacro %}
