{% macro property_by_name(name, properties='properties') -%}
    {#- The value of the first property of a name, which is SQL, whatever its case; null where there is none. -#}
    {%- do return('get(filter(map_entries(' ~ properties ~ '), entry -> lower(entry.key) = lower(' ~ name ~ ')), 0).value') -%}
{%- endmacro %}
