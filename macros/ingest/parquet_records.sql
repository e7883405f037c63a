{% macro parquet_records(landing, files) -%}
    {#- The rows of Parquet files. Of one that cannot be read to its end, those before the fault; without its footer it has none. -#}
    {%- set readers = [] -%}
    {%- for is_readable in [true, false] -%}
        {%- set group = files | selectattr('is_readable', 'equalto', is_readable) | list -%}
        {%- if group and (is_readable or landing_view('parquet', landing, group) is not none) -%}
            {%- do readers.append({'relation': landing_relation('parquet', landing, group), 'files': group}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for reader in readers %}
    select
        _metadata.file_path as file_path,
        _metadata.row_index as place,
        {{ as_json('struct(*)') }} as raw_record,
        cast(null as string) as record_json
    from {{ reader.relation }}
    where _metadata.file_path in ({{ file_paths(reader.files) }})
    {{ 'union all' if not loop.last }}
    {%- endfor -%}
    {%- if not readers -%}
        {{- no_records() -}}
    {%- endif -%}
{%- endmacro %}
