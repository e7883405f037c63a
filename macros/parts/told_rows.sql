{% macro told_rows(source, columns, of, types, keys) -%}
    {#- Rows, each with these columns of what has been told (`told_relation`) of its part or line; where nothing is cut, as they are. -#}
    {%- if not _is_cut() -%}{%- do return(source) -%}{%- endif -%}
    (
        select /*+ broadcast(told) */
            rows_.*,
            told.{{ columns | join(', told.') }}
        from {{ source }} as rows_
        left join {{ told_relation(context['_resequencer_parts'][of].values(), types) }} as told
            on {% for key in keys %}{{ 'and ' if not loop.first }}rows_.{{ key }} = told.{{ key }} {% endfor %}
    )
{%- endmacro %}
