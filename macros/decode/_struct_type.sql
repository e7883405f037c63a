{% macro _struct_type(fields) -%}
    {#- The struct type of fields, {quoted name: type}, as _struct_fields takes it apart. -#}
    {%- set parts = [] -%}
    {%- for name in fields -%}{%- do parts.append(name ~ ':' ~ fields[name]) -%}{%- endfor -%}
    {%- do return('struct<' ~ parts | join(',') ~ '>') -%}
{%- endmacro %}
