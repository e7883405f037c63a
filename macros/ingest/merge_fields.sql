{% macro merge_fields(known, seen) -%}
    {#- {name: type} of two sets of fields; a field once known stays known. -#}
    {%- set fields = {} -%}
    {%- do fields.update(known) -%}
    {%- for name in seen -%}
        {%- do fields.update({name: merge_types(fields[name], seen[name]) if name in fields else seen[name]}) -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
