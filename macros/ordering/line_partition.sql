{% macro line_partition() -%}
    {#- What is ordered together: one line, or, where sequences may begin anew, one epoch of it; of a long line a part (`cut_long_lines`). -#}
    partition by line_id, group_key{{ ', epoch' if _has_epochs() }}{{ ', part' if _is_cut() }}
{%- endmacro %}
