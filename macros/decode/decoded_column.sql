{% macro decoded_column(column, fields, types={}) -%}
    {#- Where the decoder has a canonical column: its text by path, what its expression made, the field of that name, or null; a list (parts) as JSON. -#}
    {%- if text_path(column) is not none -%}
        {%- do return('_text_' ~ column) -%}
    {%- elif column in tried_columns() -%}
        {%- do return('_tried_' ~ column) -%}
    {%- endif -%}
    {%- set expression = column_expression(column, fields) or 'cast(null as string)' -%}
    {%- do return('to_json(' ~ expression ~ ')' if types.get(column, '').startswith('array') else expression) -%}
{%- endmacro %}
