{% macro message_properties(places) -%}
    {#- All properties in the places, as SQL of a JSON object of texts over `_json`; of a name that stands in several the first. Null where there is none. -#}
    {%- set entries = 'flatten(transform(' ~ message_maps(places) ~ ', _map -> map_entries(_map)))' -%}
    {%- set texts = "transform(" ~ entries ~ ", _entry -> named_struct('key', _entry.key, 'value', " ~ as_sent(typed_value('_entry.value')) ~ '))' -%}
    {%- set single = 'filter(_texts, (_entry, _place) -> _entry.value is not null and not exists(slice(_texts, 1, _place), _other -> _other.key = _entry.key))' -%}
    {%- do return(with_value('_texts', texts, with_value('_single', single, 'case when size(_single) > 0 then to_json(map_from_entries(_single)) end'))) -%}
{%- endmacro %}
