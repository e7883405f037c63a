{% macro kept_type(known, seen, has_objects=false) -%}
    {#-
        The type of a field that was seen before: that of then, with the fields that its objects have got since. has_objects: where one is an
        object or list and the other is neither, it is the former.
    -#}
    {%- if known.startswith('array<') and seen.startswith('array<') -%}
        {%- do return('array<' ~ kept_type(known[6:-1], seen[6:-1], has_objects) ~ '>') -%}
    {%- elif known.startswith('struct<') and seen.startswith('struct<') -%}
        {%- do return(_struct_type(merge_fields(_struct_fields(known), _struct_fields(seen), has_objects))) -%}
    {%- endif -%}
    {%- do return(seen if has_objects and '<' in seen and '<' not in known else known) -%}
{%- endmacro %}
