{% macro attempt_type() -%}
    {#- The type of one attempt (attempt_fields). -#}
    {%- set fields = [] -%}
    {%- for name, type in attempt_fields().items() -%}{%- do fields.append(name ~ ': ' ~ type) -%}{%- endfor -%}
    {%- do return('struct<' ~ fields | join(', ') ~ '>') -%}
{%- endmacro %}
