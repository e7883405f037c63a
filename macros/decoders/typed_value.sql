{% macro typed_value(value) -%}
    {#- The value of a property that says its type, {"propertyType": "integer", "integer": 5} (Kafka Connect's sources of JMS), as SQL of a text; any other as it is. -#}
    {%- set typed = 'get_json_object(' ~ value ~ ", concat('$.', get_json_object(" ~ value ~ ", '$.propertyType')))" -%}
    {%- do return('if(startswith(' ~ value ~ ", '{') and contains(" ~ value ~ ", '\"propertyType\":'), " ~ typed ~ ', ' ~ value ~ ')') -%}
{%- endmacro %}
