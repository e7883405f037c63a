{% macro merge_fields(known, seen) -%}
    {#- {name: type} of two sets of fields. What was seen first keeps its type; an object may get fields. -#}
    {%- set fields = known.copy() -%}
    {%- for name in seen -%}
        {%- do fields.update({name: kept_type(fields[name], seen[name]) if name in fields else seen[name]}) -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
