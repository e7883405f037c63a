{% macro records_of_lines(landing, lines) -%}
    {#-
        The records in lines of text, as SQL: file_path, place, value. What resequencer__landing.records makes of a line; the line itself, where it
        gives null or Spark raises an error over it. Their places are counted anew along the file.
    -#}
    {%- if landing.records is none -%}
        {%- do return(lines) -%}
    {%- endif -%}
    {%- set found = 'from_json(' ~ tried_text('to_json(' ~ landing.records ~ ')') ~ ", 'array<string>')" -%}
    select
        file_path,
        cast(row_number() over (partition by file_path order by place, ordinal) as bigint) as place,
        record as value
    from ({{ lines }}) as whole
    lateral view posexplode(coalesce(case when length(value) > 0 then {{ found }} end, array(value))) records as ordinal, record
{%- endmacro %}
