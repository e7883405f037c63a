{% macro csv_columns(landing, files, paths, infers=false) -%}
    {#-
        The columns of CSV files that share a header, in their order: {name: type}. The type is that of the landing's schema, else, where
        `infers`, as Spark infers it from up to a hundred of the files, else string.
    -#}
    {%- set declared = schema_fields(landing.schema) if landing.schema is not none else {} -%}
    {%- if declared and not csv_has_header(landing) -%}
        {%- do return(declared) -%}
    {%- endif -%}
    {%- set sample = [] -%}
    {%- for file in files if file.path in paths and sample | length < 100 -%}{%- do sample.append(file) -%}{%- endfor -%}
    {%- set options = {'header': csv_has_header(landing), 'inferSchema': infers} -%}
    {%- do options.update(landing.options) -%}
    {%- set reader = landing_relation('csv', {'format': 'csv', 'path': landing.path, 'options': options}, sample) -%}
    {#- A line of too many columns, of which Spark could say nothing else. -#}
    {%- if infers and query_error('select * from ' ~ reader) is not none -%}
        {%- do return(csv_columns(landing, files, paths)) -%}
    {%- endif -%}
    {%- set columns = {} -%}
    {#- The byte order mark of the first line is not part of a name. -#}
    {%- for column in run_query('describe query select * from ' ~ reader).rows -%}
        {%- set name = column[0].lstrip('\ufeff') -%}
        {%- do columns.update({name: declared.get(name, column[1])}) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{%- endmacro %}
