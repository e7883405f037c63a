{% macro as_published(number, of='') -%}
    {#- A number of a sequence as it is published: where the sequence counts down, mirrored back. -#}
    {{- 'case when ' ~ of ~ 'is_descending then ~' ~ number ~ ' else ' ~ number ~ ' end' -}}
{%- endmacro %}
