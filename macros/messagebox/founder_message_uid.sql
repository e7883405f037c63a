{% macro founder_message_uid(founder) -%}
    {#- The uid of a message by its intake, place and id (columns of `founder`), beside founders_join. -#}
    {%- if settings().message_identity is not none -%}
        {{- messagebox_uid('message', founder ~ '.message_id') -}}
    {%- elif settings().arrivals_relation is none -%}
        {{- messagebox_uid('message', "concat(_files.file_path, '#', " ~ founder ~ '.place)') -}}
    {%- else -%}
        {{- messagebox_uid('message', 'concat(' ~ cursor_text(founder ~ '.intake') ~ ", '#', " ~ founder ~ '.place)') -}}
    {%- endif -%}
{%- endmacro %}
