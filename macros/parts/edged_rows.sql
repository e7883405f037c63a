{% macro edged_rows(source, columns) -%}
    {#- Rows of parts, each with these columns of its edges. Joined where they are asked for: a window copies all it carries. -#}
    {%- if not _is_cut() -%}{%- do return(source) -%}{%- endif -%}
    (
        select /*+ broadcast(edges) */
            rows_.*,
            edges.{{ columns | join(', edges.') }}
        from {{ source }} as rows_
        left join {{ told_relation(context['_resequencer_parts'].edges.values(), edge_columns()) }} as edges
            on rows_.line_id = edges.line_id and rows_.group_key = edges.group_key and rows_.part = edges.part
    )
{%- endmacro %}
