{% macro publisher() -%}
    {#- What of a message tells who published it, by column: {column: SQL over the columns of a message}. -#}
    {%- do return(dict({
        'user_name': "properties['UserName']",
        'publishing_server': "properties['PublishingServer']",
        'originator_sid': "properties['OriginatorSID']",
        'originator_pid': "coalesce(properties['OriginatorPID'], 's-1-5-7')",
        'publisher': "coalesce(properties['publisher'], 'receive_port')",
    }, **(settings().get('publisher', var('resequencer__publisher', none)) or {}))) -%}
{%- endmacro %}
