{% macro delivery_event_type() -%}
    {%- set fields = [] -%}
    {%- for name, type in delivery_event_fields().items() -%}{%- do fields.append(name ~ ': ' ~ type) -%}{%- endfor -%}
    {%- do return('struct<' ~ fields | join(', ') ~ '>') -%}
{%- endmacro %}
