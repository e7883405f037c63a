{% macro box_input_fault() -%}
    {#- What is wrong with a delivery or an action of the MessageBox in itself, as struct(reason, detail); null: nothing. -#}
    {%- set actions = [
        'enlist', 'start', 'stop', 'unenlist', 'subscribe', 'unsubscribe', 'ready', 'begin', 'dehydrate', 'break', 'suspend', 'resume', 'complete',
        'terminate', 'reroute', 'backfill',
    ] -%}
    case
        when kind = 'unreadable' then named_struct('reason', 'undecodable', 'detail', 'the file cannot be read to its end')
        when record is null or to_json(record) = '{}' then named_struct('reason', 'undecodable', 'detail', 'neither a delivery nor an action')
        when kind = 'delivery' and record.message_id is null and record.message_uid is null then named_struct('reason', 'missing_field', 'detail', 'message_id')
        when kind = 'delivery' and record.outcome is null then named_struct('reason', 'missing_field', 'detail', 'outcome')
        when kind = 'delivery' and record.outcome not in ('delivered', 'failed')
            then named_struct('reason', 'unknown_outcome', 'detail', concat(record.outcome, ': use delivered or failed'))
        when kind = 'action' and record.action_id is null then named_struct('reason', 'missing_field', 'detail', 'action_id')
        when kind = 'action' and record.action is null then named_struct('reason', 'missing_field', 'detail', 'action')
        when kind = 'action' and record.action not in {{ sql_texts(actions) }}
            then named_struct('reason', 'unknown_action', 'detail', concat(record.action, ': use {{ actions[:-1] | join(', ') }} or {{ actions[-1] }}'))
        when record.`at` is null then named_struct('reason', 'missing_field', 'detail', 'at')
        when stated_us is null
            then named_struct('reason', 'no_time', 'detail', concat(record.`at`, ': use a timestamp such as 2026-01-31T12:00:00Z'))
        when kind = 'action' and record.action in ('enlist', 'start', 'stop', 'unenlist', 'subscribe', 'backfill') and record.subscription is null
            then named_struct('reason', 'missing_field', 'detail', 'subscription')
        when kind = 'action' and record.action in {{ sql_texts(actions[4:14]) }} and record.instance_uid is null
            then named_struct('reason', 'missing_field', 'detail', 'instance_uid')
        when kind = 'action' and record.action = 'subscribe' and record.`values` is null then named_struct('reason', 'missing_field', 'detail', 'values')
        when kind = 'action' and record.action = 'reroute' and coalesce(record.message_uid, record.from_at, record.to_at) is null
            then named_struct('reason', 'missing_field', 'detail', 'message_uid, or from_at and to_at')
        when kind = 'action' and record.action = 'suspend' and lower(record.resumable) not in ('true', 'false')
            then named_struct('reason', 'undecodable', 'detail', concat('resumable is ', record.resumable, ': use true or false'))
        when record.from_at is not null and {{ as_utc_timestamp('record.from_at') }} is null
            then named_struct('reason', 'no_time', 'detail', concat('from_at: ', record.from_at))
        when record.to_at is not null and {{ as_utc_timestamp('record.to_at') }} is null
            then named_struct('reason', 'no_time', 'detail', concat('to_at: ', record.to_at))
    end
{%- endmacro %}
