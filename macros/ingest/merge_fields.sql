{% macro merge_fields(known, seen, has_objects=false) -%}
    {#- {name: type} of two sets of fields. What was seen first keeps its type; an object may get fields (kept_type). -#}
    {%- set fields = known.copy() -%}
    {%- for name in seen -%}
        {%- do fields.update({name: kept_type(fields[name], seen[name], has_objects) if name in fields else seen[name]}) -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
