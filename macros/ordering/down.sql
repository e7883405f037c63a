{% macro down() -%}
    {#- The line from its highest number: messages of one number in the order they came. -#}
    {{ line_partition() }} order by height desc nulls first, {{ 'dedupe_id asc, ' if _has_loose_keys() }}arrival_us asc, intake asc, place asc
{%- endmacro %}
