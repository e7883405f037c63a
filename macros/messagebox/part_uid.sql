{% macro part_uid(message_uid, ordinal) -%}
    {#- The uid of a part of a message, as SQL; parts are counted from 1. -#}
    {%- do return(messagebox_uid('part', 'concat(' ~ message_uid ~ ", '/', cast(" ~ ordinal ~ ' as string))')) -%}
{%- endmacro %}
