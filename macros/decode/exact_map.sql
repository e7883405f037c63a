{% macro exact_map(text) -%}
    {#-
        A JSON object in a text as a map of texts, as SQL, with each number as it was sent: where Spark would write one anew, the numbers are
        marked and made texts before it reads. Null where it is no object.
    -#}
    case
        when {{ numbers_to_mark(text) }}
            then transform_values(from_json({{ marked(text) }}, 'map<string,string>'), (_name, _value) -> {{ unmarked('_value') | trim }})
        else from_json({{ text }}, 'map<string,string>')
    end
{%- endmacro %}
