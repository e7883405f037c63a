{% macro columns_read_to_end(landing, files) -%}
    {#-
        The columns of files that Spark reads all to their end, {name: type}, of Parquet; none where it does not. A statement that fails would stop
        the run, so a SQL script catches what it raises. Whatever the session's settings are, a fault has to be an error here.
    -#}
    {%- set landing = landing.copy() -%}
    {%- do landing.update({'options': dict(landing.options, ignoreCorruptFiles=false)}) -%}
    {%- if landing.format != 'parquet' -%}
        {%- set query = 'select count(*) as n from ' ~ landing_relation('text', landing, files) ~ ' where _metadata.file_path in (' ~ file_paths(files) ~ ')' -%}
        {%- do return({} if query_or_none(query) is not none else none) -%}
    {%- endif -%}
    {%- set view = landing_view('parquet', landing, files) -%}
    {%- set columns = {} -%}
    {%- for column in (view or {}).get('columns', []) -%}{%- do columns.update({column[0]: column[1]}) -%}{%- endfor -%}
    {%- do return(columns if view is not none and reads_every_value(landing_relation('parquet', landing, files), columns, files) else none) -%}
{%- endmacro %}
