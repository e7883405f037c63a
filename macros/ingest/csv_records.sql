{% macro csv_records(landing, files) -%}
    {#-
        CSV by lines. Columns go by the header of their own file, so files with other columns, or in another
        order, may lie side by side: one reader per distinct header. `header: false`: named by
        the landing's schema, else _c0, _c1, …
    -#}
    {%- set has_header = (landing.options.get('header', 'true') | string | lower) == 'true' -%}
    {%- set paths = [] -%}
    {%- for file in files -%}{%- do paths.append(sql_text(file.path)) -%}{%- endfor -%}
    {%- set lines -%}
        select _metadata.file_path as file_path, {{ place_in_file() }} as place, value
        from {{ landing_relation('text', landing, files) }}
        where _metadata.file_path in ({{ paths | join(', ') }})
    {%- endset -%}
    {#- Files by their first line. -#}
    {%- set headers = {} -%}
    {%- for row in run_query('select file_path, min_by(value, place) from (' ~ lines ~ ") where trim(value) <> '' group by file_path").rows -%}
        {%- set header = row[1] if has_header else '' -%}
        {%- do headers.setdefault(header, []).append(row[0]) -%}
    {%- endfor -%}
    {%- set options = ["'mode', 'PERMISSIVE'", "'columnNameOfCorruptRecord', '_corrupt'"] -%}
    {%- for option in landing.options if option | lower not in ['header', 'recursivefilelookup', 'pathglobfilter', 'mode'] -%}
        {%- do options.append(sql_text(option) ~ ', ' ~ sql_text(landing.options[option])) -%}
    {%- endfor -%}
    {%- if not headers -%}
        {{- return("select cast(null as string) as file_path, cast(null as bigint) as place, cast(null as string) as raw_record, cast(null as string) as record_json where false") -}}
    {%- endif -%}
    {%- for header in headers %}
    select
        file_path,
        place,
        value as raw_record,
        case when parsed._corrupt is null then to_json(struct(parsed.*)) end as record_json
    from (
        select
            file_path,
            place,
            value,
            from_csv(value, {{ sql_text(csv_columns(landing, files, headers[header]) ~ ', _corrupt string') }}, map({{ options | join(', ') }})) as parsed
        from ({{ lines }})
        where trim(value) <> '' {% if has_header -%} and value <> {{ sql_text(header) }} {%- endif %}
            and file_path in ({% for path in headers[header] %}{{ sql_text(path) }}{{ ', ' if not loop.last }}{% endfor %})
    )
    {{ 'union all' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
