{% macro message_field(names, places=[]) -%}
    {#-
        The first field of `_json` (macro json_texts), or of an object in one of its fields, that has one of the names and is not null, as SQL of a text. Names and
        places are in small letters without _ and -: SequenceNumber, sequence_number and sequence-number are one.
    -#}
    {%- set maps = 'array(_json)' ~ (', ' ~ message_maps(places) if places else '') -%}
    {%- set one = 'get(filter(map_entries(_map), _entry -> _entry.value is not null and ' ~ _plain_name('_entry.key') ~ ' in ' ~ sql_texts(names) ~ '), 0).value' -%}
    {%- set found = 'get(filter(transform(concat(' ~ maps ~ '), _map -> ' ~ one ~ '), _value -> _value is not null), 0)' -%}
    {%- do return(with_value('_typed', found, typed_value('_typed'))) -%}
{%- endmacro %}
