{% macro kept_type(known, seen) -%}
    {#- The type of a field that was seen before: that of then, with the fields that its objects have got since. -#}
    {%- if known.startswith('array<') and seen.startswith('array<') -%}
        {%- do return('array<' ~ kept_type(known[6:-1], seen[6:-1]) ~ '>') -%}
    {%- elif known.startswith('struct<') and seen.startswith('struct<') -%}
        {%- do return(_struct_type(merge_fields(_struct_fields(known), _struct_fields(seen)))) -%}
    {%- endif -%}
    {%- do return(known) -%}
{%- endmacro %}
