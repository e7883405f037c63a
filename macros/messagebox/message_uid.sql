{% macro message_uid(of='', file_path=none) -%}
    {#-
        The uid of a message, as SQL: by its file (`file_path`, or the column of that name) and its place in it; of a table's row by cursor and
        place; with resequencer__message_identity by its message_id. Its columns intake, place and message_id have `of` before them.
    -#}
    {%- if settings().message_identity == 'message_id' -%}
        {%- do return(messagebox_uid('message', of ~ 'message_id')) -%}
    {%- endif -%}
    {%- set found_at = file_path or of ~ 'file_path' if settings().arrivals_relation is none else cursor_text(of ~ 'intake') -%}
    {%- do return(messagebox_uid('message', 'concat(' ~ found_at ~ ", '#', cast(" ~ of ~ 'place as string))')) -%}
{%- endmacro %}
