{{ config(materialized='view') }}

{%- set checked = settings() -%}
{%- set owned = checked.arrivals_relation is none -%}
{%- set with_file = owned and '_raw_file' in checked.columns.values() | join(' ') -%}
{%- set arrivals = ref('resequencer__arrivals') if owned else none -%}
{%- set fields = known_fields(arrivals) -%}
{%- set types = column_types(fields) -%}

with arrivals as (

    {% if owned %}
    select
        intake as intake_cursor,
        intake,
        place,
        raw_record as _raw,
        {% if with_file -%}
        file_path as _raw_file,
        {% endif -%}
        kind = 'unreadable' as _is_file,
        {{ parsed_records(checked.landing.format, fields) }} as records
    from {{ arrivals }}
    where kind in ('record', 'unreadable')
    {% else %}
    select
        *,
        {{ as_json('struct(*)') }} as _raw,
        false as _is_file
    from {{ checked.arrivals_relation }}
    {% endif %}

),

single as (

    -- One row per record; exactly one JSON object stands in a record, or it is none. One is what an empty
    -- object set behind it makes two.
    select
        *,
        {% if owned and checked.landing.format != 'text' -%}
        case
            when
                not _is_file and is_valid_utf8(_raw) and size(records) = 2
                {{ "and rtrim(' \\t', _raw) like '%}'" if checked.landing.format != 'csv' }}
                then records[0]
        end as record
        {%- else -%}
        cast(null as string) as record
        {%- endif %}
    from arrivals

),

fields as (

    -- One row per record, its fields as columns.
    {% if owned and checked.landing.format == 'text' %}
    select
        *,
        case when not _is_file then _raw end as value,
        not _is_file as is_decoded
    from single
    {% elif owned %}
    select
        intake_cursor,
        intake,
        place,
        _raw,
        {% if with_file -%}
        _raw_file,
        {% endif -%}
        _is_file,
        record is not null as is_decoded,
        record.*
    from single
    {% else %}
    select
        {{ checked.arrivals_cursor }} as intake_cursor,
        {{ cursor_as_bigint(checked.arrivals_cursor, fields) }} as intake,
        single.*,
        true as is_decoded
    from single
    {% endif %}

),

mapped as (

    -- The decoder: resequencer__columns, or the field of the same name.
    select
        intake_cursor,
        intake,
        {{ 'place' if owned else 'cast(null as bigint)' }} as place,
        _raw,
        _is_file,
        is_decoded,
        {{ mapped_columns(fields) }}
    from fields

),

typed as (

    select
        intake_cursor,
        intake,
        {% if owned -%}
        place,
        {%- else -%}
        xxhash64(
            message_id, sequence_id, sequence_number, sequence_total, is_last, arrived_at, message_type,
            {{ 'properties' if types.properties == 'string' else 'map_entries(properties)' }}, body
        ) as place,
        {%- endif %}
        _raw,
        _is_file,
        is_decoded,
        cast(message_id as string) as given_message_id,
        cast(sequence_id as string) as sequence_id,
        cast(sequence_number as string) as sequence_number,
        cast(sequence_total as string) as sequence_total_text,
        {{ as_integer('cast(sequence_total as string)') }} as sequence_total,
        cast(is_last as string) as is_last_text,
        try_cast(cast(is_last as string) as boolean) as is_last,
        {{ as_utc_timestamp('arrived_at', types.arrived_at) }} as arrived_at,
        {{ 'cast(null as string)' if types.arrived_at == 'timestamp' else 'cast(arrived_at as string)' }} as arrived_at_text,
        cast(message_type as string) as message_type,
        {{ "from_json(properties, 'map<string,string>')" if types.properties == 'string' else 'properties' }} as properties,
        {{ 'cast(properties as string)' if types.properties == 'string' else 'cast(null as string)' }} as properties_text,
        cast(body as string) as body
    from mapped

),

final as (

    select
        intake_cursor,
        intake,
        place,
        -- What is no text could not be shown.
        case when is_decoded then _raw else make_valid_utf8(_raw) end as raw_record,
        case
            when _is_file
                then 'the file cannot be read to its end: it is truncated or corrupt, or its name is none that Spark can open'
            when not is_decoded and not is_valid_utf8(_raw) then 'the record is no UTF-8 text'
            when not is_decoded then 'the record cannot be read as {{ checked.landing.format if owned else 'a row' }}'
            when is_last_text is not null and is_last is null
                then concat('is_last is neither true nor false: ', left(is_last_text, 200))
            when sequence_total_text is not null and coalesce(sequence_total, 0) < 1
                then concat('sequence_total is not a positive whole number of 64 bits: ', left(sequence_total_text, 200))
            when properties_text is not null and properties is null
                then concat('properties are not an object of texts: ', left(properties_text, 200))
        end as undecodable,
        -- Of a table that is there already the record's text is not made for this: it costs more than all the rest.
        coalesce(
            nullif(given_message_id, ''),
            md5(concat_ws(':', {{ '_raw' if owned else 'sequence_id, sequence_number, body' }}, intake, place))
        ) as message_id,
        sequence_id,
        sequence_number,
        sequence_total,
        coalesce(is_last, false) as is_last,
        arrived_at,
        arrived_at_text,
        message_type,
        properties,
        body
    from typed

)

select * from final
