{% macro landing_records(landing, files) -%}
    {#-
        The records of the new files: file_path, place (ascending along the file), raw_record, record_json
        (the record as a JSON object, where raw_record is not that itself: CSV). Of a table also cursor and kind (table_records).
    -#}
    {%- if landing.format == 'table' -%}
        {{- table_records(landing, files) -}}
    {%- elif not files -%}
        {{- no_records() -}}
    {%- elif landing.format == 'parquet' -%}
        {{- parquet_records(landing, files) -}}
    {%- elif landing.format == 'kafka' -%}
        {{- kafka_records(landing, files) -}}
    {%- elif landing.format == 'csv' -%}
        {{- csv_records(landing, files) -}}
    {%- else -%}
    select
        file_path,
        place,
        value as raw_record,
        cast(null as string) as record_json
    from ({{ records_of_lines(landing, text_lines(landing, files)) }}) as lines
    where trim(both ' \t' from value) <> ''
    {%- endif -%}
{%- endmacro %}
