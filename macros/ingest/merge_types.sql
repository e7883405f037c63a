{% macro merge_types(first, second) -%}
    {#-
        The narrowest Spark type that holds values of both, for what two files show of one field. Structs
        are merged field by field; where nothing but text holds both, it is string.
    -#}
    {%- if first == second -%}
        {%- do return(first) -%}
    {%- endif -%}
    {%- if first == 'void' -%}{%- do return(second) -%}{%- endif -%}
    {%- if second == 'void' -%}{%- do return(first) -%}{%- endif -%}
    {%- if first.startswith('struct<') and second.startswith('struct<') -%}
        {%- set fields = _struct_fields(first) -%}
        {%- set others = _struct_fields(second) -%}
        {%- for name in others -%}
            {%- do fields.update({name: merge_types(fields[name], others[name]) if name in fields else others[name]}) -%}
        {%- endfor -%}
        {%- set merged = [] -%}
        {%- for name in fields -%}{%- do merged.append(name ~ ':' ~ fields[name]) -%}{%- endfor -%}
        {%- do return('struct<' ~ merged | join(',') ~ '>') -%}
    {%- endif -%}
    {%- if first.startswith('array<') and second.startswith('array<') -%}
        {%- do return('array<' ~ merge_types(first[6:-1], second[6:-1]) ~ '>') -%}
    {%- endif -%}
    {%- set numbers = ['int', 'bigint', 'double'] -%}
    {%- if first in numbers and second in numbers -%}
        {%- do return(numbers[[numbers.index(first), numbers.index(second)] | max]) -%}
    {%- endif -%}
    {%- do return('string') -%}
{%- endmacro %}
