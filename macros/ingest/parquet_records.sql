{% macro parquet_records(landing, files) -%}
    {#-
        The rows of Parquet files, one reader for those that go together (parquet_groups). Of one that cannot be read to its end, those before the fault; without its footer it has none. A time
        that Spark has no room for is the number that stands in the file.
    -#}
    {%- set readers = [] -%}
    {%- for group in parquet_groups(files | rejectattr('out_of_range', 'defined') | list) -%}
        {%- if group[0].is_readable or landing_view('parquet', landing, group) is not none -%}
            {%- do readers.append({'relation': landing_relation('parquet', landing, group), 'files': group, 'fields': '*'}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for file in files | selectattr('out_of_range', 'defined') -%}
        {%- set fields = [] -%}
        {%- for column in file.out_of_range.columns -%}
            {%- set name = quoted_name(column) -%}
            {%- if column in file.out_of_range.times -%}
                {%- set time = 'get_json_object(' ~ as_json("named_struct('at', timestamp_millis(" ~ name ~ '))') ~ ", '$.at')" -%}
                {%- do fields.append('case when ' ~ name ~ ' between -9223372036854775 and 9223372036854775 then ' ~ time ~ ' else cast(' ~ name ~ ' as string) end as ' ~ name) -%}
            {%- else -%}
                {%- do fields.append(name) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do readers.append({'relation': file.out_of_range.table, 'files': [file], 'fields': fields | join(', ')}) -%}
    {%- endfor -%}
    {%- for reader in readers %}
    select
        _metadata.file_path as file_path,
        _metadata.row_index as place,
        {{ as_json('struct(' ~ reader.fields ~ ')') }} as raw_record,
        cast(null as string) as record_json
    from {{ reader.relation }}
    where _metadata.file_path in ({{ file_paths(reader.files) }})
    {{ 'union all' if not loop.last }}
    {%- endfor -%}
    {%- if not readers -%}
        {{- no_records() -}}
    {%- endif -%}
{%- endmacro %}
