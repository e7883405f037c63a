{% macro is_read_to_end(landing, files) -%}
    {#-
        Whether Spark reads all of the files to their end. A statement that fails would stop the run, so a SQL
        script catches what it raises. Whatever the session's settings are, a fault has to be an error here.
    -#}
    {%- set landing = landing.copy() -%}
    {%- do landing.update({'options': dict(landing.options, ignoreCorruptFiles=false)}) -%}
    {%- if landing.format != 'parquet' -%}
        {%- set query = 'select count(*) as n from ' ~ landing_relation('text', landing, files) -%}
    {%- else -%}
        {%- set view = landing_view('parquet', landing, files) -%}
        {%- if view is none -%}
            {%- do return(false) -%}
        {%- endif -%}
        {#- Counting alone would read nothing but the footers: every column is looked at. -#}
        {%- set checks = ['false'] -%}
        {%- for column in view.columns -%}
            {%- set name = '`' ~ column[0].replace('`', '``') ~ '`' -%}
            {#- Of a struct Spark would read one field only. -#}
            {%- do checks.append((name if '<' not in column[1] else 'to_json(struct(' ~ name ~ '))') ~ ' is null') -%}
        {%- endfor -%}
        {%- set query = 'select count_if(' ~ checks | join(' or ') ~ ') as n from ' ~ landing_relation('parquet', landing, files) -%}
    {%- endif -%}
    {%- do return(query_or_none(query ~ ' where _metadata.file_path in (' ~ file_paths(files) ~ ')') is not none) -%}
{%- endmacro %}
