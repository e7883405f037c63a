{% macro publisher_expressions() -%}
    {#- What is known of who published a message, where nothing else is set: {column of the spool: SQL over the columns of a message}. -#}
    {%- do return({
        'user_name': "properties['UserName']",
        'publishing_server': "properties['PublishingServer']",
        'originator_sid': "properties['OriginatorSID']",
        'originator_pid': "coalesce(properties['OriginatorPID'], 's-1-5-7')",
        'publisher': "coalesce(properties['publisher'], 'receive_port')",
    }) -%}
{%- endmacro %}
