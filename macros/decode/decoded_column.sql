{% macro decoded_column(column, fields) -%}
    {#- Where the decoder has a canonical column: its text by path, what its expression made, the field of that name, or null. -#}
    {%- if text_path(column) is not none -%}
        {%- do return('_text_' ~ column) -%}
    {%- elif column in tried_columns() -%}
        {%- do return('_tried_' ~ column) -%}
    {%- endif -%}
    {%- do return(column_expression(column, fields) or 'cast(null as string)') -%}
{%- endmacro %}
