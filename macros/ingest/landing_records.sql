{% macro landing_records(landing, files) -%}
    {#-
        The records of the new files: file_path, place (ascending along the file), raw_record, record_json
        (the record as a JSON object, where raw_record is not that itself: CSV).
    -#}
    {%- if not files -%}
        {{- return("select cast(null as string) as file_path, cast(null as bigint) as place, cast(null as string) as raw_record, cast(null as string) as record_json where false") -}}
    {%- endif -%}
    {%- set paths = [] -%}
    {%- for file in files -%}{%- do paths.append(sql_text(file.path)) -%}{%- endfor -%}
    {%- if landing.format == 'parquet' -%}
    select
        _metadata.file_path as file_path,
        _metadata.row_index as place,
        to_json(struct(*), map('timeZone', 'UTC', 'timestampFormat', "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX")) as raw_record,
        cast(null as string) as record_json
    from {{ landing_relation('parquet', landing, files) }}
    where _metadata.file_path in ({{ paths | join(', ') }})
    {%- elif landing.format == 'csv' -%}
        {{- csv_records(landing, files) -}}
    {%- else -%}
    select
        _metadata.file_path as file_path,
        {{ place_in_file() }} as place,
        value as raw_record,
        cast(null as string) as record_json
    from {{ landing_relation('text', landing, files) }}
    where _metadata.file_path in ({{ paths | join(', ') }}) and trim(value) <> ''
    {%- endif -%}
{%- endmacro %}
