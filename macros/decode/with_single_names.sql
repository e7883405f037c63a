{% macro with_single_names(map) -%}
    {#- A map in which no name stands twice, as SQL; the last value counts. Sorted once: a record can have very many names. -#}
    case
        when size(array_distinct(map_keys({{ map }}))) < size({{ map }})
            then transform(
                array(array_sort(transform(map_entries({{ map }}), (entry, place) -> named_struct('key', entry.key, 'place', place, 'value', entry.value)))),
                sorted -> map_from_entries(transform(
                    filter(sorted, (entry, place) -> coalesce(get(sorted, place + 1).key <> entry.key, true)),
                    entry -> named_struct('key', entry.key, 'value', entry.value)
                ))
            )[0]
        else {{ map }}
    end
{%- endmacro %}
