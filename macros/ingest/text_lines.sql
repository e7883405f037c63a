{% macro text_lines(landing, files) -%}
    {#- The lines of the new files: file_path, place (ascending along the file), value. -#}
    select
        _metadata.file_path as file_path,
        {{ place_in_file() }} as place,
        value
    from {{ landing_relation('text', landing, files) }}
    where _metadata.file_path in ({{ file_paths(files) }})
{%- endmacro %}
