{% macro as_published(number, of='') -%}
    {#- A number of a line as the world knows it: of one that counts down, out of the mirror. -#}
    {{- 'case when ' ~ of ~ 'is_descending then ~' ~ number ~ ' else ' ~ number ~ ' end' -}}
{%- endmacro %}
