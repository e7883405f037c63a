{% macro head_type() -%}
    {#- What is carried of a sequence besides its messages and gaps (head_fields). -#}
    {%- set fields = [] -%}
    {%- for name, type in head_fields().items() -%}
        {%- do fields.append(name ~ ': ' ~ type) -%}
    {%- endfor -%}
    {%- do return('struct<' ~ fields | join(', ') ~ '>') -%}
{%- endmacro %}
