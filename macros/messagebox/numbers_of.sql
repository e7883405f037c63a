{% macro numbers_of(properties) -%}
    {#- Those of a message's properties (a map) that are numbers, as numbers: read once, however many predicates compare them. -#}
    transform_values({{ properties }}, (name, value) -> {{ compared_as('number', 'value') }})
{%- endmacro %}
