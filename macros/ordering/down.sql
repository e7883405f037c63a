{% macro down() -%}
    {#- The line from its highest number: messages of one number in the order they came. -#}
    partition by line_id, group_key order by nullif(number, 9223372036854775807) desc nulls first, dedupe_id asc, arrival_us asc, intake asc, place asc
{%- endmacro %}
