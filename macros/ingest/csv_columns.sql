{% macro csv_columns(landing, files, paths) -%}
    {#- The columns of CSV files that share a header, as DDL: canonical ones text, others as Spark infers them. -#}
    {%- set sample = [] -%}
    {%- for file in files if file.path in paths and sample | length < 100 -%}{%- do sample.append(file) -%}{%- endfor -%}
    {%- set has_header = (landing.options.get('header', 'true') | string | lower) == 'true' -%}
    {%- set options = {'header': has_header, 'inferSchema': true} -%}
    {%- do options.update(landing.options) -%}
    {%- set reader = landing_relation('csv', {'format': 'csv', 'path': landing.path, 'options': options}, sample) -%}
    {%- set columns = [] -%}
    {%- if landing.schema is not none and not has_header -%}
        {%- do return(landing.schema) -%}
    {%- endif -%}
    {%- for column in run_query('describe query select * from ' ~ reader).rows -%}
        {%- set type = 'string' if column[0] | lower in canonical_columns() else column[1] -%}
        {%- do columns.append('`' ~ column[0].replace('`', '``') ~ '` ' ~ type) -%}
    {%- endfor -%}
    {%- do return(columns | join(', ')) -%}
{%- endmacro %}
