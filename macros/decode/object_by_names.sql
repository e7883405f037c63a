{% macro object_by_names(text, type) -%}
    {#-
        A value in its type, as SQL over its text with marks (marked): each field of an object by its name, as field_of finds it, and cast like a
        field of a record.
    -#}
    {%- if type.startswith('struct<') -%}
        {%- set fields = [] -%}
        {%- for quoted, field in _struct_fields(type).items() -%}
            {%- set name = sql_text(path_names(quoted)[0]) -%}
            {%- do fields.append(name ~ ', ' ~ object_by_names(field_of('_fields', name), field)) -%}
        {%- endfor -%}
        {%- do return(
            "transform(array(from_json(" ~ text ~ ", 'map<string,string>', " ~ json_options() ~ ')), _fields -> case when _fields is not null then named_struct('
            ~ fields | join(', ') ~ ') end)[0]'
        ) -%}
    {%- elif type.startswith('array<') -%}
        {%- do return('transform(from_json(' ~ text ~ ", 'array<string>', " ~ json_options() ~ '), _element -> ' ~ object_by_names('_element', type[6:-1]) ~ ')') -%}
    {%- endif -%}
    {%- do return('transform(array(' ~ unmarked(text) ~ '), _leaf -> ' ~ typed_field('_leaf', type) ~ ')[0]') -%}
{%- endmacro %}
