{% macro input_fault() -%}
    {#- What is wrong with a delivery or an action in itself, as struct(reason, detail); null: nothing. -#}
    case
        when kind = 'unreadable' then named_struct('reason', 'undecodable', 'detail', 'the file cannot be read to its end')
        when record is null or to_json(record) = '{}' then named_struct('reason', 'undecodable', 'detail', 'neither a delivery nor an action')
        when kind = 'delivery' and record.message_id is null then named_struct('reason', 'missing_field', 'detail', 'message_id')
        when kind = 'delivery' and record.outcome is null then named_struct('reason', 'missing_field', 'detail', 'outcome')
        when kind = 'delivery' and record.outcome not in ('delivered', 'failed')
            then named_struct('reason', 'unknown_outcome', 'detail', concat(record.outcome, ': use delivered or failed'))
        when kind = 'delivery' and record.attempt is not null and {{ as_integer('record.attempt') }} is null then named_struct('reason', 'invalid_number', 'detail', concat('attempt: ', record.attempt))
        when kind = 'action' and record.action_id is null then named_struct('reason', 'missing_field', 'detail', 'action_id')
        when kind = 'action' and record.action is null then named_struct('reason', 'missing_field', 'detail', 'action')
        when kind = 'action' and record.action not in ('resume', 'resend', 'skip', 'gap_fill', 'drop', 'terminate', 'reset', 'close')
            then named_struct(
                'reason', 'unknown_action',
                'detail', concat(record.action, ': use resume, resend, skip, gap_fill, drop, terminate, reset or close')
            )
        when record.`at` is null then named_struct('reason', 'missing_field', 'detail', 'at')
        when stated_us is null
            then named_struct('reason', 'no_time', 'detail', concat(record.`at`, ': use a timestamp such as 2026-01-31T12:00:00Z'))
        when kind = 'action' and ruleset is null then named_struct('reason', 'missing_field', 'detail', 'ruleset')
        when ruleset not in ({% for ruleset in settings().rulesets %}{{ sql_text(ruleset.name) }}{{ ', ' if not loop.last }}{% endfor %}) then named_struct('reason', 'unknown_ruleset', 'detail', ruleset)
        {% if settings().deliveries is none -%}
        when record.action = 'resend' then named_struct('reason', 'not_applicable', 'detail', 'resequencer__deliveries is not set: nobody would say what becomes of it')
        {% endif -%}
        when record.from_number is not null and {{ as_integer('record.from_number') }} is null then named_struct('reason', 'invalid_number', 'detail', concat('from_number: ', record.from_number))
        when record.to_number is not null and {{ as_integer('record.to_number') }} is null then named_struct('reason', 'invalid_number', 'detail', concat('to_number: ', record.to_number))
        when record.action in ('resend', 'skip', 'gap_fill', 'drop', 'reset') and record.from_number is null then named_struct('reason', 'missing_field', 'detail', 'from_number')
        when {{ as_integer('record.from_number') }} > {{ as_integer('record.to_number') }} then named_struct('reason', 'invalid_number', 'detail', concat('from_number ', record.from_number, ' is above to_number ', record.to_number))
        when record.action in ('skip', 'gap_fill') and cast({{ as_integer('record.to_number') }} as decimal(20, 0)) - {{ as_integer('record.from_number') }} >= 100000 then named_struct('reason', 'invalid_number', 'detail', concat(record.from_number, ' to ', record.to_number, ' are more than 100000 numbers: give several actions'))
    end
{%- endmacro %}
