{% macro row_type(row) -%}
    {#- The type of a row (row_fields). -#}
    {%- set fields = [] -%}
    {%- for field, type in row_fields()[row].items() -%}{%- do fields.append(field ~ ': ' ~ type) -%}{%- endfor -%}
    {%- do return('struct<' ~ fields | join(', ') ~ '>') -%}
{%- endmacro %}
