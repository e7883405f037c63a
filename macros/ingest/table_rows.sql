{% macro table_rows(landing, bounds, with_others=false) -%}
    {#- The rows of a table that may be new, as a query: file_path (their partition), cursor, raw_record. What they are is for the caller to compare. -#}
    {%- set fields = table_fields(landing.relation) -%}
    (
        select
            {{ table_partition(landing) }} as file_path,
            {{ cursor_as_bigint(landing.cursor, fields) }} as cursor,
            to_json(struct(*), {{ row_options() }}) as raw_record
        from {{ landing.relation }}
        where {{ table_stretch(landing, fields, bounds, with_others) }}
    )
{%- endmacro %}
