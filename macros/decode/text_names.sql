{% macro text_names(fields) -%}
    {#- The fields that are read from a record's text: the first names of paths, and all that expressions speak of. -#}
    {%- set names = [] -%}
    {%- for column in canonical_columns() -%}
        {%- set path = text_path(column) -%}
        {%- if path is not none and path[0] not in names -%}{%- do names.append(path[0]) -%}{%- endif -%}
    {%- endfor -%}
    {%- do return(names + (spoken_fields(fields) | reject('in', names) | list)) -%}
{%- endmacro %}
