{% macro property_expression(name, properties='properties') -%}
    {#- The value of a property, whatever the case of its name, as SQL; the name as it is written goes first. -#}
    {%- do return('coalesce(try_element_at(' ~ properties ~ ', ' ~ sql_text(name) ~ '), ' ~ property_by_name(sql_text(name), properties) ~ ')') -%}
{%- endmacro %}
