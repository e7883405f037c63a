{% macro json_messages(text) -%}
    {#-
        The elements of a JSON array, an array of JSON texts in their order, as SQL: a batch of CloudEvents, or of what a queue gave at once. Numbers are as they
        were sent. A text that is no array is one message, also where it cannot be read: so it is a failure and not lost.
    -#}
    {%- set read = "from_json(concat('[', " ~ json_marked('_text') ~ ", ',[]]'), 'array<array<string>>')" -%}
    {%- set elements = "transform(_read[0], _element -> coalesce(" ~ as_sent('_element') ~ ", 'null'))" -%}
    {%- set found = with_value('_read', read, 'case when size(_read) = 2 and _read[0] is not null then ' ~ elements ~ ' else array(_text) end') -%}
    {%- set found = with_value('_text', text, with_value('_is_marked', json_is_marked(), found)) -%}
    {%- do return("filter(" ~ found ~ ", _element -> trim(_element) <> '')") -%}
{%- endmacro %}
