{% macro service_bus(name, message='_raw') -%}
    {#-
        A property of an Azure Service Bus message in JSON, as SQL of a text: of the message itself (SequenceNumber, SessionId, EnqueuedTimeUtc …), else of its
        user; `sys.` and `user.` say which. `body`, and `properties`: all of its user, as JSON. Null where it is missing.
    -#}
    {%- set places = ['brokerproperties', 'systemproperties', 'properties', 'messageannotations', 'annotations', 'bindingdata', 'triggermetadata'] -%}
    {%- set of_user = ['applicationproperties', 'userproperties', 'customproperties', 'properties'] -%}
    {#- What SDKs, connectors and AMQP call otherwise, by the name that REST and the oldest SDK have. -#}
    {%- set also = {
        'sequencenumber': ['xoptsequencenumber'],
        'sessionid': ['groupid'],
        'enqueuedtimeutc': ['enqueuedtime', 'xoptenqueuedtime'],
        'scheduledenqueuetimeutc': ['scheduledenqueuetime', 'xoptscheduledenqueuetime'],
        'lockeduntilutc': ['lockeduntil', 'xoptlockeduntil'],
        'expiresatutc': ['expiresat', 'absoluteexpirytime'],
        'partitionkey': ['xoptpartitionkey'],
        'viapartitionkey': ['transactionpartitionkey', 'xoptviapartitionkey'],
        'replytosessionid': ['replytogroupid'],
        'label': ['subject'],
    } -%}
    {%- set scope, bare = _scoped_name(name) -%}
    {%- set own = bare | lower -%}
    {%- set names = [own] -%}
    {%- for first, others in also.items() if own == first or own in others -%}{%- do names.extend([first] + others) -%}{%- endfor -%}

    {%- if scope == '' and own == 'body' -%}
        {%- set encoded = message_field(['contentdata']) -%}
        {%- set found = 'coalesce(' ~ message_field(['body', 'messagebody']) ~ ', ' ~ base64_text(encoded) ~ ')' -%}
    {%- elif scope == '' and own == 'properties' -%}
        {%- set found = 'coalesce(' ~ message_properties(of_user[:-1]) ~ ', ' ~ message_properties(of_user[-1:]) ~ ')' -%}
    {%- elif scope == 'user' or (scope == '' and own not in system_properties()) -%}
        {%- set found = message_property(bare, of_user) -%}
    {%- elif own not in system_properties() -%}
        {%- do setting_error('service_bus(' ~ name | tojson ~ ')', 'is no property of the message itself', 'one of ' ~ system_properties().values() | map(attribute='name') | sort | join(', ')) -%}
    {%- elif modules.re.search('^(enqueuedtime|scheduledenqueuetime|lockeduntil|expiresat)', own) -%}
        {%- set found = message_time(message_field(names, places)) -%}
    {%- else -%}
        {%- set found = message_number(message_field(names, places)) -%}
    {%- endif -%}
    {%- do return(json_texts(message, found)) -%}
{%- endmacro %}
