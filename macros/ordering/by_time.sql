{% macro by_time() -%}
    {#- The line in the order of arrival, after its head. -#}
    partition by line_id, group_key order by arrival_us asc nulls first, intake asc, place asc
{%- endmacro %}
