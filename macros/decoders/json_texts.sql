{% macro json_texts(text, result) -%}
    {#-
        SQL of `result`, a text that is made of `_json`: the fields of a JSON object as a map<string,string>, null where a text is not exactly one
        object. Numbers are as they were sent: so that Spark's reader does not write 4.20 as 4.2 it is given them as texts with a mark, which `as_sent` takes away.
        A text that has the mark itself, a character that means nothing, is read without.
    -#}
    {#- Between brackets, because Spark forgives what follows an object. -#}
    {%- set read = "from_json(concat('[', " ~ json_marked('_text') ~ ", ',{}]'), 'array<map<string,string>>')" -%}
    {%- set fields = with_value('_read', read, 'case when size(_read) = 2 then _read[0] end') -%}
    {%- set found = with_value('_found', with_value('_json', fields, result), as_sent('_found')) -%}
    {%- do return(with_value('_text', text, with_value('_is_marked', json_is_marked(), found))) -%}
{%- endmacro %}
