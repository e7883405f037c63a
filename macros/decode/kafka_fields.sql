{% macro kafka_fields() -%}
    {#- What Kafka has of a record, beside the columns that it stands for: {name: type}. -#}
    {%- do return({
        'topic': 'string', 'partition': 'int', 'offset': 'bigint', 'timestamp': 'timestamp', 'key': 'string', 'key_base64': 'string',
        'value': 'string', 'value_base64': 'string', 'headers': 'array<struct<key:string,value:string>>',
    }) -%}
{%- endmacro %}
