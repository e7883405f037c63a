{% macro fuller_type(first, second) -%}
    {#- The type of values of which some have one type and some another: objects with the fields of both; objects or lists, where one is neither; else the first. -#}
    {%- if first.startswith('struct<') and second.startswith('struct<') -%}
        {%- set fields = _struct_fields(first) -%}
        {%- for name, type in _struct_fields(second).items() -%}
            {%- do fields.update({name: fuller_type(fields[name], type) if name in fields else type}) -%}
        {%- endfor -%}
        {%- do return(_struct_type(fields)) -%}
    {%- elif first.startswith('array<') and second.startswith('array<') -%}
        {%- do return('array<' ~ fuller_type(first[6:-1], second[6:-1]) ~ '>') -%}
    {%- endif -%}
    {%- do return(second if '<' in second and '<' not in first else first) -%}
{%- endmacro %}
