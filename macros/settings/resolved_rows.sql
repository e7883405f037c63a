{% macro resolved_rows(rows_) -%}
    {#- Rows as row -> field -> type, where a type in braces is a row that stands above it. -#}
    {%- set resolved, types = {}, {} -%}
    {%- for row, fields in rows_.items() -%}
        {%- set types_of_row, texts = {}, [] -%}
        {%- for field, type in fields.items() -%}
            {%- do types_of_row.update({field: type.format(**types)}) -%}
            {%- do texts.append(field ~ ': ' ~ types_of_row[field]) -%}
        {%- endfor -%}
        {%- do resolved.update({row: types_of_row}) -%}
        {%- do types.update({row: 'struct<' ~ texts | join(', ') ~ '>'}) -%}
    {%- endfor -%}
    {%- do return(resolved) -%}
{%- endmacro %}
