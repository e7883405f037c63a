{% macro landing_view(format, landing, files) -%}
    {#-
        The files as a temporary view: {name, columns}, or none where Spark cannot tell their columns. It finds
        them out once, for all queries of the view.
    -#}
    {%- set reader = landing_reader(format, landing, files) -%}
    {%- set name = 'resequencer_landing_' ~ format -%}
    {%- set statement = 'create or replace temporary view ' ~ name ~ ' using ' ~ format
        ~ ' options (path ' ~ sql_text(reader.path) ~ (', ' ~ reader.options if reader.options) ~ ')' -%}
    {#- A script fails over the errors of Parquet footers, which have no SQLSTATE; EXPLAIN reads no more than those. -#}
    {%- if format == 'parquet' -%}
        {%- set created = query_error('select * from ' ~ landing_relation(format, landing, files)) is none -%}
        {%- do run_query(statement) if created -%}
    {%- else -%}
        {%- set created = query_or_none(statement) is not none -%}
    {%- endif -%}
    {%- set columns = run_query('describe ' ~ name).rows if created else [] -%}
    {#- A column of that name hides which file a row stands in. -#}
    {%- for column in columns if column[0] | lower == '_metadata' -%}{%- do return(none) -%}{%- endfor -%}
    {%- do return({'name': name, 'columns': columns} if created else none) -%}
{%- endmacro %}
