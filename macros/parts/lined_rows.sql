{% macro lined_rows(source, columns) -%}
    {#- Rows of parts, each with these columns of its long line. -#}
    {%- if not _is_cut() -%}{%- do return(source) -%}{%- endif -%}
    (
        select /*+ broadcast(long_lines) */
            rows_.*,
            long_lines.{{ columns | join(', long_lines.') }}
        from {{ source }} as rows_
        left join {{ told_relation(context['_resequencer_parts'].lines.values(), long_line_columns()) }} as long_lines
            on rows_.line_id = long_lines.line_id and rows_.group_key = long_lines.group_key
    )
{%- endmacro %}
