{% macro with_single_names(map) -%}
    {#- A map in which no name stands twice, as SQL; the last value counts. -#}
    {%- set names = 'array_distinct(map_keys(' ~ map ~ '))' -%}
    case
        when size({{ names }}) < size({{ map }})
            then map_from_arrays(
                {{ names }},
                transform({{ names }}, name -> try_element_at(filter(map_entries({{ map }}), entry -> entry.key = name), -1).value)
            )
        else {{ map }}
    end
{%- endmacro %}
