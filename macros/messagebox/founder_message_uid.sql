{% macro founder_message_uid(founder) -%}
    {#- The uid of a message by its intake, place and id (columns of `founder`), beside founders_join. -#}
    {{- message_uid(founder ~ '.', '_files.file_path') -}}
{%- endmacro %}
