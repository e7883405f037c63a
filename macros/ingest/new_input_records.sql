{% macro new_input_records(source, known) -%}
    {#-
        What is new of one source of `new_inputs`: of files their records, and a manifest row each, and one more (unreadable)
        where a file cannot be read to its end; of a relation the rows that `known` (the table of inputs, or none) does not hold.
    -#}
    {%- set fields = row_fields()[input_row()] -%}
    {%- if source.input.relation is not none %}
    select
        row_number() over (order by rows_.record.`at` asc, rows_.raw_record asc) as place,
        cast(null as string) as file_path,
        rows_.raw_record,
        cast(null as bigint) as file_size,
        rows_.record,
        cast({{ source.number }} as bigint) as file_number,
        '{{ source.kind }}' as kind
    from (
        select
            raw_record,
            {{ exact_row('raw_record', fields) }} as record
        from (select distinct {{ as_json('struct(*)') }} as raw_record from {{ source.input.relation }})
    ) as rows_
    {%- if known is not none %}
    left anti join {{ known }} as known
        on known.kind = '{{ source.kind }}' and known.raw_record = rows_.raw_record
    {%- endif %}
    {%- else %}
    select
        records.place,
        records.file_path,
        records.raw_record,
        cast(null as bigint) as file_size,
        {{ exact_row('coalesce(records.record_json, records.raw_record)', fields) }} as record,
        cast(files.file_number as bigint) as file_number,
        '{{ source.kind }}' as kind
    from ({{ landing_records(source.input, source.files) }}) as records
    inner join ({{ landing_files_relation(source.files) }}) as files on records.file_path = files.file_path
    union all
    select
        9223372036854775807 as place,
        file_path,
        file_path as raw_record,
        file_size,
        cast(null as {{ row_type(input_row()) }}) as record,
        cast(file_number as bigint) as file_number,
        kind
    from ({{ landing_files_relation(source.files) }}) as files
    lateral view explode(array_compact(array('file', case when not is_readable then 'unreadable' end))) kinds as kind
    {%- endif %}
{%- endmacro %}
