{% macro _routing_property(setting, name) -%}
    {#- The name of what messages are routed by: a canonical column, `entity`, or a property; BizTalk's names of some are read, too. -#}
    {%- if name is not string or not name -%}
        {%- do setting_error(setting, 'has the name ' ~ name | string | lower | tojson ~ ', which is no text', 'the name of a property; words such as no and on, and numbers, in quotes') -%}
    {%- endif -%}
    {%- if name in ['body', 'properties', 'parts'] -%}
        {%- do setting_error(setting, 'has the name ' ~ name ~ ', by which no message is routed', 'a property, entity, or one of ' ~ canonical_columns() | reject('in', ['body', 'properties', 'parts']) | join(', ')) -%}
    {%- endif -%}
    {%- do return({
        'BTS.MessageType': 'message_type', 'BTS.ReceivePortName': 'entity',
        'BTS.InboundTransportLocation': 'file_path', 'BTS.MessageID': 'message_id',
    }.get(name, name)) -%}
{%- endmacro %}
