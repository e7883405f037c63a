{% macro message_uid(of='') -%}
    {#-
        The uid of a message, as SQL over the columns of int_resequencer__publications: by its file and its place in it; of a table's row by
        cursor and place; with resequencer__message_identity by its message_id.
    -#}
    {%- if settings().get('message_identity', var('resequencer__message_identity', none)) == 'message_id' -%}
        {%- do return(messagebox_uid('message', of ~ 'message_id')) -%}
    {%- endif -%}
    {%- set found_at = of ~ 'file_path' if settings().arrivals_relation is none else cursor_text(of ~ 'intake') -%}
    {%- do return(messagebox_uid('message', 'concat(' ~ found_at ~ ", '#', cast(" ~ of ~ 'place as string))')) -%}
{%- endmacro %}
