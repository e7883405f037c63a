{% macro no_records() -%}
    select
        cast(null as string) as file_path,
        cast(null as bigint) as place,
        cast(null as string) as raw_record,
        cast(null as string) as record_json
    where false
{%- endmacro %}
