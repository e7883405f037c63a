{% macro landing_files_relation(files) -%}
    {#- The files found as a relation: file_number, file_path, file_size (bytes), file_modified_us (since 1970), is_readable, next (of a partition of Kafka or of a table). -#}
    {%- if files -%}
    select * from values
        {%- for file in files %}
        ({{ file.number }}, {{ sql_text(file.path) }}, cast({{ file.size }} as bigint), cast({{ file.modified_us }} as bigint), {{ file.is_readable | lower }}, cast({{ 'null' if file.next | default(none) is none else file.next }} as bigint)){{ ',' if not loop.last }}
        {%- endfor %}
        as found (file_number, file_path, file_size, file_modified_us, is_readable, next)
    {%- else -%}
    select
        cast(null as int) as file_number,
        cast(null as string) as file_path,
        cast(null as bigint) as file_size,
        cast(null as bigint) as file_modified_us,
        true as is_readable,
        cast(null as bigint) as next
    where false
    {%- endif -%}
{%- endmacro %}
