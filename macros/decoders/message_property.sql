{% macro message_property(name, places) -%}
    {#- A property that who sent the message has set, as SQL of a text over `_json`: that of the name in one of the places, else the field of the message itself. -#}
    {%- set found = 'get(filter(transform(concat(' ~ message_maps(places) ~ ', array(_json)), _map -> ' ~ field_of('_map', sql_text(name)) ~ '), _value -> _value is not null), 0)' -%}
    {%- do return(with_value('_typed', found, typed_value('_typed'))) -%}
{%- endmacro %}
