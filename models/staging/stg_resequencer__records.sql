{{ config(materialized='view') }}

{%- set checked = settings() -%}
{%- set owned = checked.arrivals_relation is none -%}
{#- The parts of messages, and the file that their uids are made of: with subscriptions only. -#}
{%- set has_parts = has_subscriptions() -%}
{%- set with_file = owned and (has_parts or '_raw_file' in checked.columns.values() | join(' ')) -%}
{%- set has_text = owned and checked.landing.format == 'text' -%}
{%- set has_rows = owned and checked.landing.format == 'table' -%}
{#- Formats of which the fields are not the record itself. -#}
{%- set has_json = checked.landing.format in ['csv', 'kafka'] -%}
{%- set read_as = 'a row' if reads_rows() else ('json' if checked.landing.format == 'kafka' else checked.landing.format) -%}
{%- set is_parquet = checked.landing.format == 'parquet' -%}
{%- set unread = 'of a type that Spark does not read, two that differ in case only or one named _metadata' -%}
{%- set of_columns = ' has a column ' ~ unread ~ ',' if is_parquet else '' -%}
{%- set arrivals = ref('resequencer__arrivals') if owned else none -%}
{%- set fields = known_fields(arrivals) -%}
{%- set types = column_types(fields) -%}
{%- set risky = tried_columns() -%}
{%- for column in risky -%}
    {%- do types.update({column: column_type(types, column)}) -%}
{%- endfor %}

with arrivals as (

    {% if owned %}
    select
        intake as _intake_cursor,
        intake as _intake,
        place as _place,
        raw_record as _raw,
        {% if with_file -%}
        file_path as _raw_file,
        {% endif -%}
        kind = 'unreadable' as _is_file,
        {{ 'record_json' if has_json else 'raw_record' }} as _json,
        lower({{ 'record_json' if has_json else 'raw_record' }}) as _lower
    from {{ arrivals }}
    where kind in ('record', 'unreadable')
    {% else %}
    select
        *,
        {{ as_json('struct(*)') }} as _raw,
        false as _is_file
    from {{ checked.arrivals_relation }}
    where not ({{ lacks_cursor(checked.arrivals_cursor, fields) }})
    {% endif %}

),

{% if owned and not has_text and not has_rows %}
parsed as (

    select
        *,
        {{ parsed_records('_json', fields) }} as records
    from arrivals

),

single as (

    -- One row per record; exactly one JSON object stands in a record, or it is none. One is what an empty
    -- object set behind it makes two.
    select
        *,
        case
            when
                not _is_file and is_valid_utf8(_raw) and size(records) = 2
                {{ "and rtrim(' \\t', _raw) like '%}'" if not has_json }}
                then records[0]
        end as record
    from parsed

),

exactly as (

    -- With the fields of those records that Spark's reader would change.
    select
        *,
        case when record is not null and ({{ needs_exact_reading(fields) }}) then {{ exact_record('_json', fields) }} end as exact
    from single

),

{% endif %}
fields as (

    -- One row per record: what is read from its text by path (_text_…), and as columns the fields that expressions speak of.
    {% if has_text %}
    select
        *,
        case when not _is_file then _raw end as value,
        not _is_file as _is_readable,
        not _is_file and is_valid_utf8(_raw) as _is_decoded
    from arrivals
    {% elif has_rows %}
    select
        * except (_row),
        _row.*,
        not _is_file as _is_readable,
        true as _is_decoded
    from (select *, {{ row_of_json('_json', fields) }} as _row from arrivals) as rows_
    {% elif owned %}
    select
        _intake_cursor,
        _intake,
        _place,
        _raw,
        {{ '_raw_file' if with_file else 'cast(null as string)' }} as _raw_file,
        _is_file,
        {% for column in canonical_columns() if text_path(column) is not none -%}
        {{ field_text(text_path(column), fields) }} as _text_{{ column }},
        {% endfor -%}
        {% for name in spoken_fields(fields) -%}
        {{ typed_field(field_text([name], fields), fields[name]) }} as {{ quoted_name(name) }},
        {% endfor -%}
        not _is_file as _is_readable,
        record is not null as _is_decoded
    from exactly
    {% else %}
    select
        *,
        {{ checked.arrivals_cursor }} as _intake_cursor,
        {{ cursor_as_bigint(checked.arrivals_cursor, fields) }} as _intake,
        cast(null as bigint) as _place,
        -- Always true, which Spark cannot know (macro tried).
        hash({{ checked.arrivals_cursor }}) >= -2147483648 as _is_readable,
        true as _is_decoded
    from arrivals
    {% endif %}

),

{% if risky %}
tried as (

    -- With what expressions make of them; what Spark raises over is null.
    select
        {% for column in risky -%}
        {{ tried(guarded_maps(checked.columns[column]), types[column]) }} as _tried_{{ column }},
        {% endfor -%}
        *
    from fields

),

{% endif %}
mapped as (

    -- The decoder: resequencer__columns, or the field of the same name.
    select
        _intake_cursor as intake_cursor,
        _intake as intake,
        _place as place,
        _raw,
        _is_file,
        _is_decoded as is_decoded,
        {% if has_parts -%}
        {{ '_raw_file' if owned else 'cast(null as string)' }} as file_path,
        {% endif -%}
        {% for column in canonical_columns() -%}
        {{ decoded_column(column, fields, types) }} as {{ column }},
        {% endfor -%}
        {{ made_null('arrived_at', fields) }} as null_time,
        {{ raised_columns(types, fields) }} as raised
    from {{ 'tried' if risky else 'fields' }}

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
            {{ 'properties' if types.properties == 'string' else 'map_entries(properties)' }}, body,{{ ' parts,' if has_parts }}
            case when raised is not null then _raw end
        ) as place,
        {%- endif %}
        _raw,
        _is_file,
        is_decoded,
        raised,
        cast(message_id as string) as given_message_id,
        cast(sequence_id as string) as sequence_id,
        cast(sequence_number as string) as sequence_number,
        cast(sequence_total as string) as sequence_total_text,
        {{ as_integer('cast(sequence_total as string)') }} as sequence_total,
        cast(is_last as string) as is_last_text,
        try_cast(cast(is_last as string) as boolean) as is_last,
        {{ as_utc_timestamp('arrived_at', types.arrived_at) }} as arrived_at,
        coalesce(cast(arrived_at as string), null_time) as arrived_at_text,
        cast(message_type as string) as message_type,
        {{ exact_map('properties') if types.properties == 'string' else 'properties' }} as properties,
        {{ 'cast(properties as string)' if types.properties == 'string' else 'cast(null as string)' }} as properties_text,
        {% if has_parts -%}
        file_path,
        cast(parts as string) as parts_text,
        {% endif -%}
        cast(body as string) as body
    from mapped

),

{% if has_parts %}
{% if not owned %}
placed as (

    -- Equal rows of a table are messages of their own: the second and those after it have another place.
    select
        * except (place, nth),
        case when nth = 1 then place else xxhash64(place, nth) end as place
    from (
        select
            *,
            row_number() over (partition by intake_cursor, place order by intake_cursor) as nth
        from typed
    ) as of_equals

),

{% endif %}
parted as (

    select
        *,
        {{ parts_from_text('parts_text') }} as given_parts
    from {{ 'typed' if owned else 'placed' }}

),

judged as (

    -- With what is wrong with its parts.
    select
        *,
        {{ parts_problem('parts_text', 'given_parts') }} as parts_problem
    from parted

),

{% endif %}

final as (

    select
        intake_cursor,
        intake,
        place,
        -- What is no text could not be shown.
        case when is_decoded then _raw else make_valid_utf8(_raw) end as raw_record,
        case
            when _is_file
                then concat(
                    'the file cannot be read to its end: it is truncated or corrupt,',
                    '{{ of_columns }} or its name is none that Spark can open'
                )
            when not is_decoded and not is_valid_utf8(_raw) then 'the record is no UTF-8 text'
            when not is_decoded then 'the record cannot be read as {{ read_as }}'
            when raised is not null then raised
            when is_last_text is not null and is_last is null
                then concat('is_last is neither true nor false: ', left(is_last_text, 200))
            when sequence_total_text is not null and coalesce(sequence_total, 0) < 1
                then concat('sequence_total is not a positive whole number of 64 bits: ', left(sequence_total_text, 200))
            when properties_text is not null and properties is null
                then concat('properties are not an object of texts: ', left(properties_text, 200))
            {%- if has_parts %}
            when parts_problem is not null then parts_problem
            {%- endif %}
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
        -- Of doubled names the last; Spark would refuse to add a property to them.
        {{ with_single_names('properties') if types.properties == 'string' else 'properties' }} as properties,
        {% if has_parts -%}
        file_path,
        {{ typed_parts('given_parts') }} as parts,
        coalesce(undecodable = parts_problem, false) as has_invalid_parts,
        {% endif -%}
        body
    from {{ 'judged' if has_parts else 'typed' }}

)

select * from final
