{% macro columns_problem(fields, seen=none) -%}
    {#-
        The first entry of resequencer__columns that Spark refuses over these fields: {column, text}, or none. `seen`: the fields in the
        types that records have shown, by which paths are checked; `fields` may have others for the sake of expressions.
    -#}
    {%- set seen = seen or fields -%}
    {%- set expressions = settings().columns -%}
    {%- for column in expressions -%}
        {%- set path = text_path(column) -%}
        {%- set alike = [] -%}
        {%- for name in seen if path is not none and name | lower == path[0] | lower -%}{%- do alike.append(seen[name]) -%}{%- endfor -%}
        {%- set head = seen[path[0]] if path is not none and path[0] in seen else (alike[0] if alike | length == 1 else none) -%}
        {#- A field that is there needs no Spark; and what is an object in one record can be a text in the next. -#}
        {%- if head is none or (path | length > 1 and head.startswith('struct')) -%}
            {#- By themselves: another field may have the same name but for its case. In a condition, where only one value of one row may stand. -#}
            {%- set record = spoken_record(fields, column) if path is none else empty_record({path[0]: head} if head is not none else seen) -%}
            {%- set problem = query_error('select 1 from ' ~ record ~ ' where (' ~ expressions[column] ~ ') is null') -%}
            {#- Spark does not tell two fields apart whose names differ in case only; a path is read from the text, where they are two. -#}
            {%- if problem is not none and (path is none or 'AMBIGUOUS_REFERENCE_TO_FIELDS' not in problem) -%}
                {%- do return({'column': column, 'text': problem}) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(none) -%}
{%- endmacro %}
