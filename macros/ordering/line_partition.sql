{% macro line_partition() -%}
    {#- What is ordered together: one line, or, where sequences may begin anew, one epoch of it. -#}
    partition by line_id, group_key{{ ', epoch' if _has_epochs() }}
{%- endmacro %}
