{% macro delivery_event(values) -%}
    {%- set fields = [] -%}
    {%- for name, type in delivery_event_fields().items() -%}
        {%- do fields.append("'" ~ name ~ "', cast(" ~ values.get(name, 'null') ~ ' as ' ~ type ~ ')') -%}
    {%- endfor -%}
    {{- 'named_struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
