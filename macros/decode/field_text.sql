{% macro field_text(path, fields) -%}
    {#- The text of a field or path of a record, as SQL over `record` (a struct) and `exact` (an array, where it was needed). -#}
    {%- set names = text_names(fields) -%}
    {%- set twins = [] -%}
    {%- for name in names if name | lower == path[0] | lower -%}{%- do twins.append(name) -%}{%- endfor -%}
    {%- set exact = namespace(text='exact[' ~ names.index(path[0]) ~ ']') -%}
    {%- set plain = namespace(text='record.' ~ quoted_name(twins[0])) -%}
    {%- for name in path[1:] -%}
        {%- set exact.text = field_of('from_json(' ~ exact.text ~ ", 'map<string,string>', " ~ json_options() ~ ')', sql_text(name)) -%}
        {%- set plain.text = field_of('from_json(' ~ plain.text ~ ", 'map<string,string>', " ~ json_options() ~ ')', sql_text(name)) -%}
    {%- endfor -%}
    case when exact is not null then {{ unmarked(exact.text) }} else {{ plain.text }} end
{%- endmacro %}
