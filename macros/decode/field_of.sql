{% macro field_of(map, name) -%}
    {#- A field of a map of fields: the one that is spelled so, else the only one that differs in case; of doubled ones the last. -#}
    transform(
        array(filter(map_entries({{ map }}), _field -> lower(_field.key) = lower({{ name }}))),
        _alike -> case
            when exists(_alike, _field -> _field.key = {{ name }}) then try_element_at(filter(_alike, _field -> _field.key = {{ name }}), -1).value
            when size(array_distinct(transform(_alike, _field -> _field.key))) = 1 then try_element_at(_alike, -1).value
        end
    )[0]
{%- endmacro %}
