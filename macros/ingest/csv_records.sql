{% macro csv_records(landing, files) -%}
    {#-
        CSV by lines. Columns go by the header of their own file, so files with other columns, or in another
        order, may lie side by side: one reader per distinct header. `header: false`: named by
        the landing's schema, else _c0, _c1, …
    -#}
    {%- set headers = csv_headers(landing, files) -%}
    {%- if not headers -%}
        {{- return(no_records()) -}}
    {%- endif -%}
    {%- set options = ["'mode', 'PERMISSIVE'", "'columnNameOfCorruptRecord', '_corrupt'"] -%}
    {%- if 'timezone' not in (landing.options | map('lower') | list) -%}
        {%- do options.append("'timeZone', 'UTC'") -%}
    {%- endif -%}
    {%- for option in landing.options if option | lower not in ['header', 'recursivefilelookup', 'pathglobfilter', 'mode'] -%}
        {%- do options.append(sql_text(option) ~ ', ' ~ sql_text(landing.options[option])) -%}
    {%- endfor -%}
    {%- for header in headers %}
        {%- set columns = [] -%}
        {%- set fields = csv_columns(landing, files, headers[header]) -%}
        {%- for name in fields -%}{%- do columns.append('`' ~ name.replace('`', '``') ~ '` ' ~ fields[name]) -%}{%- endfor %}
    select
        file_path,
        place,
        value as raw_record,
        case when parsed._corrupt is null then {{ as_json('struct(parsed.*)') }} end as record_json
    from (
        select
            *,
            from_csv(value, {{ sql_text(columns | join(', ') ~ ', _corrupt string') }}, map({{ options | join(', ') }})) as parsed
        from ({{ text_lines(landing, files) }})
        where
            trim(both ' \t' from value) <> ''
            {% if csv_has_header(landing) -%} and make_valid_utf8(value) <> {{ sql_text(header) }} {%- endif %}
            and file_path in ({% for path in headers[header] %}{{ sql_text(path) }}{{ ', ' if not loop.last }}{% endfor %})
    )
    {{ 'union all' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
