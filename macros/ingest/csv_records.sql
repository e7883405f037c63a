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
        {%- set columns, lengths = [], [0] -%}
        {%- for name in csv_columns(landing, files, headers[header]) -%}
            {%- do columns.append(quoted_name(name) ~ ' string') -%}
            {%- do lengths.append(name | length) -%}
        {%- endfor -%}
        {#- Where Spark says that it cannot read a line: a name that is longer than any of theirs. -#}
        {%- set corrupt = '_' * (1 + lengths | max) %}
    select
        file_path,
        place,
        value as raw_record,
        case when get_json_object(parsed, '$.{{ corrupt }}') is null then parsed end as record_json
    from (
        select
            *,
            {{ tried_text(as_json('from_csv(value, ' ~ sql_text(columns | join(', ') ~ ', ' ~ corrupt ~ ' string') ~ ', ' ~ csv_options(landing, corrupt) ~ ')')) }} as parsed
        from ({{ text_lines(landing, files) }}) as lines
        where
            {{ is_csv_line(landing) }}
            {% if csv_has_header(landing) -%} and make_valid_utf8(value) <> {{ sql_text(header) }} {%- endif %}
            and file_path in ({% for path in headers[header] %}{{ sql_text(path) }}{{ ', ' if not loop.last }}{% endfor %})
    ) as parsed_lines
    {{ 'union all' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
