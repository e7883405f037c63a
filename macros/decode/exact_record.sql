{% macro exact_record(text, fields) -%}
    {#-
        A record's fields, in the order of text_names, as an array of their texts, with each number as it was sent. Spark's JSON reader
        keeps texts only, so numbers are marked and made texts before it reads; `unmarked` takes the marks away.
    #}
    transform(
        array(from_json({{ marked(text) }}, 'map<string,string>', {{ json_options() }})),
        _map -> case when _map is not null then transform(array{{ sql_texts(text_names(fields)) }}, _name -> {{ field_of('_map', '_name') }}) end
    )[0]
{%- endmacro %}
