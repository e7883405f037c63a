{% macro correlation_of(names, values_) -%}
    {#- Values by their names, as the text that convoys and instances are found by: SQL of an array of names and of a map of texts that has them all. -#}
    to_json(map_from_arrays(array_sort({{ names }}), transform(array_sort({{ names }}), name -> {{ values_ }}[name])))
{%- endmacro %}
