{% macro csv_headers(landing, files) -%}
    {#- CSV files by their first line: {header: [path]}. With `header: false` all under ''. -#}
    {%- set headers = {} -%}
    {%- if not files -%}
        {%- do return(headers) -%}
    {%- endif -%}
    {%- set first_lines = run_query(
        "select file_path, make_valid_utf8(min_by(value, place)) from (" ~ text_lines(landing, files) ~ ') where ' ~ is_csv_line(landing) ~ ' group by file_path'
    ) -%}
    {%- for row in first_lines.rows -%}
        {%- do headers.setdefault(row[1] if csv_has_header(landing) else '', []).append(row[0]) -%}
    {%- endfor -%}
    {%- do return(headers) -%}
{%- endmacro %}
