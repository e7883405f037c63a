{% macro csv_records(landing, files) -%}
    {#-
        CSV by lines, each value as the text that it is. Columns go by the header of their own file, so files with other columns, or
        in another order, may lie side by side: one reader per distinct header. `header: false`: named by the landing's
        schema, else _c0, _c1, …
    -#}
    {%- set headers = csv_headers(landing, files) -%}
    {%- if not headers -%}
        {{- return(no_records()) -}}
    {%- endif -%}
    {%- for header in headers %}
        {%- set columns = [] -%}
        {%- for name in csv_columns(landing, files, headers[header]) -%}{%- do columns.append(quoted_name(name) ~ ' string') -%}{%- endfor %}
    select
        file_path,
        place,
        value as raw_record,
        case when get_json_object(parsed, '$._corrupt') is null then parsed end as record_json
    from (
        select
            *,
            {{ tried_text(as_json('from_csv(value, ' ~ sql_text(columns | join(', ') ~ ', _corrupt string') ~ ', ' ~ csv_options(landing) ~ ')')) }} as parsed
        from ({{ text_lines(landing, files) }}) as lines
        where
            trim(both ' \t' from value) <> ''
            {% if csv_has_header(landing) -%} and make_valid_utf8(value) <> {{ sql_text(header) }} {%- endif %}
            and file_path in ({% for path in headers[header] %}{{ sql_text(path) }}{{ ', ' if not loop.last }}{% endfor %})
    ) as parsed_lines
    {{ 'union all' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
