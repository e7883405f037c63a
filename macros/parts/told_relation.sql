{% macro told_relation(rows, columns) -%}
    {#- Rows that have been asked for before (`asked_rows`), as a relation of these columns; what was not told is null. -#}
    {%- set fields = [] -%}
    {%- for name, type in columns.items() -%}
        {%- do fields.append(name ~ ': ' ~ type) -%}
    {%- endfor -%}
    (select inline(from_json({{ sql_text(rows | list | tojson) }}, 'array<struct<{{ fields | join(', ') }}>>')))
{%- endmacro %}
