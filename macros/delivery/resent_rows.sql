{% macro resent_rows(batch) -%}
    {#- One row per message that a resend names and runs before this one have released (target: its last attempt). -#}
    select
        resend.intake as input_intake,
        resend.place as input_place,
        known.order_group,
        known.sequence_id as group_key,
        {{ attempt_of(none, {
            'fact': "'target'", 'number': 'max(known.sequence_number)', 'intake': 'known.intake', 'place': 'known.place',
            'message_id': 'max(known.message_id)', 'ruleset': 'max(known.ruleset)', 'epoch': 'max(known.epoch)',
            'attempt': 'max(coalesce(known.attempt.attempt, 1))', 'told': 'array_distinct(flatten(collect_list(known.attempt.told)))',
        }) }} as target
    from reported as resend
    inner join {{ this if batch.previous is not none else '(select ' ~ ledger_row({}) ~ ')' }} as known
        on resend.stated_line.order_group = known.order_group and resend.stated_line.group_key = known.sequence_id
        and known.sequence_number between {{ as_integer('resend.record.from_number') }}
        and coalesce({{ as_integer('resend.record.to_number') }}, {{ as_integer('resend.record.from_number') }})
    where
        {{ 'false and' if not _resends() }} resend.kind = 'action' and resend.record.action = 'resend' and resend.fault is null and
        (
            known.disposition in ('released', 'attempt')
            {% if batch.previous is not none -%}
            or (known.disposition = 'flight' and known.batch_group = {{ batch.previous }})
            {%- endif %}
        )
        and known.is_stand_in is distinct from true
    group by resend.intake, resend.place, known.order_group, known.sequence_id, known.intake, known.place
{%- endmacro %}
