{% macro cloud_event(attribute, event='_raw', headers=none) -%}
    {#-
        An attribute of a CloudEvent (id, source, subject, sequence, any extension), its `data`, or its `properties` (all attributes, as JSON), as SQL of a text; null where
        it is missing. In structured mode all stand in the event; in binary mode the attributes stand in `headers`, the data in the event, and an
        event is of that mode where the header of its specversion is there.
    -#}
    {%- if attribute is not string or not modules.re.fullmatch('[a-z0-9_]+', attribute) -%}
        {%- do setting_error('cloud_event(' ~ attribute | tojson ~ ')', 'is no attribute', "one in small letters, such as cloud_event('id') or cloud_event('sequence'); data; or properties") -%}
    {%- endif -%}
    {%- set data = "coalesce(_json['data'], " ~ base64_text("_json['data_base64']") ~ ')' -%}
    {%- set attributes = "transform_values(map_filter(_json, (_name, _value) -> _name not in ('data', 'data_base64') and _value is not null), (_name, _value) -> " ~ as_sent('_value') ~ ')' -%}
    {%- set structured = json_texts(event, {'data': data, 'properties': 'to_json(' ~ attributes ~ ')'}.get(attribute, '_json[' ~ sql_text(attribute) ~ ']')) -%}
    {%- if headers is none -%}
        {%- do return(structured) -%}
    {%- endif -%}
    {%- set binary = {
        'data': 'cast(' ~ event ~ ' as string)',
        'properties': 'to_json(map_from_entries(_attributes))',
    }.get(attribute, 'get(filter(_attributes, _one -> _one.name = ' ~ sql_text(attribute) ~ '), 0).value') -%}
    {%- set found = "case when exists(_attributes, _one -> _one.name = 'specversion') then " ~ binary ~ ' else ' ~ structured ~ ' end' -%}
    {%- do return(with_value('_attributes', cloud_event_headers(headers), found)) -%}
{%- endmacro %}
