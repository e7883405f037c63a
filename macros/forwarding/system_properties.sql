{% macro system_properties() -%}
    {#-
        The properties of a Service Bus message itself, by their names in small letters: {name, column, is_settable}.
        Where there is no column for one, it is the property of that name. What the broker or the order of messages goes
        by cannot be set.
    -#}
    {%- set columns = {
        'MessageId': 'message_id', 'SessionId': 'sequence_id', 'SequenceNumber': 'sequence_number',
        'EnqueuedTimeUtc': 'arrived_at', 'EnqueuedTime': 'arrived_at', 'Label': 'message_type', 'Subject': 'message_type',
    } -%}
    {%- set settable = [
        'SessionId', 'Label', 'Subject', 'ContentType', 'CorrelationId', 'PartitionKey', 'ReplyTo', 'ReplyToSessionId',
        'ScheduledEnqueueTime', 'ScheduledEnqueueTimeUtc', 'TimeToLive', 'To', 'TransactionPartitionKey', 'ViaPartitionKey',
    ] -%}
    {%- set fixed = [
        'MessageId', 'SequenceNumber', 'EnqueuedTime', 'EnqueuedTimeUtc', 'DeadLetterErrorDescription', 'DeadLetterReason',
        'DeadLetterSource', 'DeliveryCount', 'EnqueuedSequenceNumber', 'ExpiresAt', 'ExpiresAtUtc', 'ForcePersistence',
        'IsBodyConsumed', 'LockToken', 'LockedUntil', 'LockedUntilUtc', 'Size', 'State',
    ] -%}
    {%- set properties = {} -%}
    {%- for name in settable + fixed -%}
        {%- do properties.update({name | lower: {'name': name, 'column': columns.get(name), 'is_settable': name in settable}}) -%}
    {%- endfor -%}
    {%- do return(properties) -%}
{%- endmacro %}
