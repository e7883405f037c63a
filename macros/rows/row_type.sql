{% macro row_type(row, rows_=none) -%}
    {#- The type of a row (row_fields, or `rows_`). -#}
    {%- set fields = [] -%}
    {%- for field, type in (rows_ or row_fields())[row].items() -%}{%- do fields.append(field ~ ': ' ~ type) -%}{%- endfor -%}
    {%- do return('struct<' ~ fields | join(', ') ~ '>') -%}
{%- endmacro %}
