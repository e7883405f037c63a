{% macro is_read_to_end(landing, files) -%}
    {#-
        Whether Spark reads all of the files to their end. A statement that fails would stop the run, so a SQL
        script catches what it raises. Whatever the session's settings are, a fault has to be an error here.
    -#}
    {%- set landing = landing.copy() -%}
    {%- do landing.update({'options': dict(landing.options, ignoreCorruptFiles=false)}) -%}
    {%- if landing.format != 'parquet' -%}
        {%- set query = 'select count(*) as n from ' ~ landing_relation('text', landing, files) ~ ' where _metadata.file_path in (' ~ file_paths(files) ~ ')' -%}
        {%- do return(query_or_none(query) is not none) -%}
    {%- endif -%}
    {%- set view = landing_view('parquet', landing, files) -%}
    {%- set columns = {} -%}
    {%- for column in (view or {}).get('columns', []) -%}{%- do columns.update({column[0]: column[1]}) -%}{%- endfor -%}
    {%- do return(view is not none and reads_every_value(landing_relation('parquet', landing, files), columns, files)) -%}
{%- endmacro %}
