{% macro names_elsewhere() -%}
    {#-
        What QBroker's SortNode, BizTalk and Azure Service Bus call a field of a ruleset: name in small letters -> {here, from}. What is
        called the same but for its spelling (BakeTime) is found by `nearest_name`.
    -#}
    {%- set names = {
        "SortNode's": {
            'JMSPropertyGroup': "match.properties, as in match: {properties: [{region: '^eu'}]}",
            'XJMSPropertyGroup': "match.not_properties, as in match: {not_properties: [{region: '^test'}]}",
            'PatternGroup': 'match.body, as in match: {body: [[order]]}',
            'XPatternGroup': 'match.not_body, as in match: {not_body: [[test]]}',
            'PreferredOutLink': 'outlink', 'RuleType': 'type', 'KeyTemplate': "key, as in key: '##Count##'", 'SortKeyType': 'key_type',
            'IDTemplate': 'id', 'SortReversed': 'order, as in order: descending', 'XAMode': 'acknowledge: on_exit (1) or on_hold (0)',
            'DisplayMask': 'mask', 'OutLink': 'outlets', 'StringProperty': 'set_properties; or summary, for what is shown of a message',
            'FormatterArgument': 'format',
        },
        "Service Bus's": {
            'MaxDeliveryCount': 'max_attempts', 'DeadLetteringOnMessageExpiration': 'on_failure, as in on_failure: dead_letter',
            'EnableDeadLetteringOnMessageExpiration': 'on_failure, as in on_failure: dead_letter',
            'DuplicateDetectionHistoryTimeWindow': 'unique_ids', 'RequiresDuplicateDetection': 'unique_ids, as in unique_ids: 10m',
            'SessionId': "group_by, as in group_by: '##sequence_id##'; resequencer__columns says where sequence_id stands",
            'RequiresSession': 'nothing: all messages belong to a sequence (group_by)', 'ForwardTo': 'resequencer__forwarding, a setting of its own',
            'AutoDeleteOnIdle': 'expire_after', 'SessionIdleTimeout': 'expire_after',
            'LockDuration': "the lease of a processor (docs/processors.md)",
        },
        "BizTalk's": {
            'SequenceID': "group_by, as in group_by: '##sequence_id##'; resequencer__columns says where sequence_id stands",
            'SequenceNumber': "key, as in key: '##sequence_number##'; resequencer__columns says where sequence_number stands",
            'LastMessageInSequence': 'is_last in resequencer__columns', 'IsLastFragment': 'is_last in resequencer__columns',
            'RetryCount': 'max_attempts: one more than RetryCount', 'RetryInterval': 'retry_after',
            'OrderedDelivery': 'key_type, as in key_type: arrival', 'StopSendingOnFailure': 'on_failure, as in on_failure: suspend',
        },
    } -%}
    {%- set known = {} -%}
    {%- for system in names -%}
        {%- for name in names[system] -%}{%- do known.update({name | lower: {'here': names[system][name], 'from': system ~ ' ' ~ name}}) -%}{%- endfor -%}
    {%- endfor -%}
    {%- do return(known) -%}
{%- endmacro %}
