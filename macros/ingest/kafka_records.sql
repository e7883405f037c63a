{% macro kafka_records(landing, ranges) -%}
    {#-
        The records of stretches of partitions (new_kafka_ranges), as landing_records has them: place is the offset. raw_record is what Kafka has of
        a record. Its fields (record_json) are those of its value, where that is a JSON object, and under names that it does not use what
        Kafka has, also as the columns that it stands for. A key or value that is no text is there in base64.
    -#}
    {%- set own = kafka_fields() | list -%}
    {%- set fields = dict(zip(own, own), sequence_id='key', body='value', properties='properties', arrived_at='timestamp') -%}
    {%- set others = [] -%}
    {%- for name, field in fields.items() -%}
        {%- do others.append("case when not array_contains(names, '" ~ name ~ "') then " ~ field ~ ' end as ' ~ name) -%}
    {%- endfor %}
    select
        file_path,
        place,
        {{ as_json('struct(' ~ own | join(', ') ~ ')') }} as raw_record,
        concat('{', concat_ws(',', own_fields, nullif(regexp_extract({{ as_json('struct(' ~ others | join(', ') ~ ')') }}, '(?s)^.(.*).$'), '')), '}') as record_json
    from (
        select
            *,
            transform(coalesce(json_object_keys(object), array()), _name -> lower(_name)) as names,
            nullif(trim(both ' \t\r\n' from regexp_extract(object, '(?s)^.(.*).$')), '') as own_fields
        from (
            select
                *,
                case when startswith(trimmed, '{') and endswith(trimmed, '}') and json_object_keys(trimmed) is not null then trimmed end as object
            from (
                select
                    concat(topic, '-', partition) as file_path,
                    offset as place,
                    topic,
                    partition,
                    offset,
                    nullif(timestamp, timestamp_millis(-1)) as timestamp,
                    case when is_valid_utf8(cast(key as string)) then cast(key as string) end as key,
                    case when not is_valid_utf8(cast(key as string)) then base64(key) end as key_base64,
                    case when is_valid_utf8(cast(value as string)) then cast(value as string) end as value,
                    case when not is_valid_utf8(cast(value as string)) then base64(value) end as value_base64,
                    case when is_valid_utf8(cast(value as string)) then trim(both ' \t\r\n' from cast(value as string)) end as trimmed,
                    transform(headers, _header -> struct(_header.key as key, make_valid_utf8(cast(_header.value as string)) as value)) as headers,
                    -- Of headers of one name the last one counts.
                    map_from_entries(transform(
                        filter(headers, (_header, _at) -> not exists(slice(headers, _at + 2, size(headers)), _later -> _later.key = _header.key)),
                        _header -> struct(_header.key, make_valid_utf8(cast(_header.value as string)))
                    )) as properties
                from {{ kafka_stretches(landing, ranges) }}
            ) as sent
        ) as told
    ) as named
{%- endmacro %}
