{% macro missed_names(value, type, level=0) -%}
    {#-
        By what can be told that Spark has missed a name in an object, or in those of a list, as SQL conditions over `value` and over the text in
        small letters, `_read.lower`: a field is null, and its name is there in some letters.
    -#}
    {%- set conditions = [] -%}
    {%- if type.startswith('array<') -%}
        {%- set element = '_element' ~ level -%}
        {%- set within = missed_names(element, type[6:-1], level + 1) -%}
        {%- do conditions.append('exists(' ~ value ~ ', ' ~ element ~ ' -> ' ~ within | join(' or ') ~ ')') if within -%}
    {%- elif type.startswith('struct<') -%}
        {%- for quoted, field in _struct_fields(type).items() -%}
            {%- set name = tojson(path_names(quoted)[0] | lower) -%}
            {%- do conditions.append('(' ~ value ~ '.' ~ quoted ~ ' is null and contains(_read.lower, ' ~ sql_text(name) ~ '))') -%}
            {%- do conditions.extend(missed_names(value ~ '.' ~ quoted, field, level)) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(conditions) -%}
{%- endmacro %}
