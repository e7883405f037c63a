{% macro numbers_of(properties, names) -%}
    {#- Those of a message's properties (a map) with these names that are numbers, as numbers: read once, however many predicates compare them. -#}
    map_from_arrays({{ names }}, transform({{ names }}, name -> {{ with_value('value', properties ~ '[name]', compared_as('number', 'value')) }}))
{%- endmacro %}
