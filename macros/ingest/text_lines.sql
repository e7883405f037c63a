{% macro text_lines(landing, files) -%}
    {#-
        The lines of the new files: file_path, place (ascending along the file), value. Of a file that cannot
        be read to its end, those before the fault. A byte order mark is no part of a record.
    -#}
    {%- for is_readable in [true, false] -%}
        {%- set group = files | selectattr('is_readable', 'equalto', is_readable) | list -%}
        {%- if group %}
    {{ 'union all' if not is_readable and group | length < files | length }}
    select
        _metadata.file_path as file_path,
        {{ place_in_file() }} as place,
        {{ 'value' if landing.format == 'text' else "case when startswith(value, '\ufeff') then substr(value, 2) else value end as value" }}
    from {{ landing_relation('text', landing, group) }}
    where _metadata.file_path in ({{ file_paths(group) }})
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
