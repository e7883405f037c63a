{% macro columns_problem(fields) -%}
    {#- The first entry of resequencer__columns that Spark refuses over these fields: {column, text}, or none. -#}
    {%- set expressions = settings().columns -%}
    {%- for column in expressions -%}
        {%- set path = text_path(column) -%}
        {#- By themselves: another field may have the same name but for its case. -#}
        {%- set known = {path[0]: fields[path[0]]} if path is not none and path[0] in fields else fields -%}
        {%- set record = spoken_record(fields, column) if path is none else empty_record(known) -%}
        {#- What is an object in one record can be a text in the next. -#}
        {%- set is_object = path is none or path | length == 1 or known.get(path[0], 'struct').startswith('struct') -%}
        {%- set problem = query_error('select (' ~ expressions[column] ~ ') as ' ~ column ~ ' from ' ~ record) if is_object else none -%}
        {#- Spark does not tell two fields apart whose names differ in case only; a path is read from the text, where they are two. -#}
        {%- if problem is not none and (path is none or 'AMBIGUOUS_REFERENCE_TO_FIELDS' not in problem) -%}
            {%- do return({'column': column, 'text': problem}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(none) -%}
{%- endmacro %}
