{% macro lined_rows(source, columns) -%}
    {#- Rows of parts, each with these columns of its long line. -#}
    {{- told_rows(source, columns, 'lines', long_line_columns(), ['line_id', 'group_key']) -}}
{%- endmacro %}
