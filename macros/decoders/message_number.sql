{% macro message_number(number) -%}
    {#- A number of a message, a text, as SQL of a text; JavaScript writes one of 64 bits as two of 32: {"low": 7, "high": 1}. Any other text as it is. -#}
    {%- set low = "try_cast(get_json_object(_number, '$.low') as bigint)" -%}
    {%- set high = "try_cast(get_json_object(_number, '$.high') as bigint)" -%}
    {%- set whole = 'cast(shiftleft(' ~ high ~ ', 32) + (' ~ low ~ ' & 4294967295) as string)' -%}
    {%- do return(with_value('_number', as_sent(number), "if(startswith(_number, '{\"low\"'), " ~ whole ~ ', _number)')) -%}
{%- endmacro %}
