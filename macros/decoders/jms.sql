{% macro jms(name, message='_raw') -%}
    {#-
        A header of a JMS message in JSON (JMSMessageID, JMSTimestamp …), a property that JMS defines (JMSXGroupID, JMSXGroupSeq …), else one of the application's, as SQL
        of a text. `body`, and `properties`: all of them, as JSON. Null where it is missing. Bridges write the names with and without JMS before them.
    -#}
    {%- if name is not string or not name.strip() -%}
        {%- do setting_error('jms(' ~ name | tojson ~ ')', 'is no name', "a header, such as jms('JMSMessageID'); a property, such as jms('JMSXGroupSeq') or jms('region'); body; or properties") -%}
    {%- endif -%}
    {#- ActiveMQ's console has a map for each type of properties. -#}
    {%- set of_application = ['properties', 'jmsproperties', 'applicationproperties'] -%}
    {%- for type in ['string', 'boolean', 'byte', 'short', 'int', 'long', 'float', 'double'] -%}{%- do of_application.append(type ~ 'properties') -%}{%- endfor -%}
    {%- set places = ['headers', 'header', 'jmsheaders', 'attributes'] + of_application -%}
    {%- set own = name | lower -%}

    {%- if own == 'body' -%}
        {%- set found = 'coalesce(' ~ message_field(['text', 'body', 'content', 'payload']) ~ ', ' ~ base64_text(message_field(['bytes'])) ~ ')' -%}
    {%- elif own == 'properties' -%}
        {%- set found = message_properties(of_application) -%}
    {%- elif own in ['jmstimestamp', 'jmsexpiration', 'jmsdeliverytime'] -%}
        {%- set found = message_time(message_field([own, own[3:]], places)) -%}
    {%- elif own.startswith('jmsx') -%}
        {%- set found = message_field([own, own[4:]] + (['groupsequence'] if own == 'jmsxgroupseq' else []), places) -%}
    {%- elif own.startswith('jms') and '_' not in own -%}
        {%- set found = message_field([own, own[3:]], places) -%}
    {%- else -%}
        {%- set found = message_property(name, of_application) -%}
    {%- endif -%}
    {%- do return(json_texts(message, found)) -%}
{%- endmacro %}
