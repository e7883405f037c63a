{% macro edged_rows(source, columns) -%}
    {#- Rows of parts, each with these columns of its edges. Joined where they are asked for: a window copies all it carries. -#}
    {{- told_rows(source, columns, 'edges', edge_columns(), ['line_id', 'group_key', 'part']) -}}
{%- endmacro %}
