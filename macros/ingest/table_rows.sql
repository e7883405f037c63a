{% macro table_rows(landing, bounds, with_others=false) -%}
    {#-
        The rows of a table that may be new, as a query: file_path (their partition), cursor, record (a struct of their columns). Which of them
        matter is for the caller to compare; only then their JSON is made (row_text), which costs more than all the rest.
    -#}
    {%- set fields = table_fields(landing.relation) -%}
    (
        select
            {{ table_partition(landing) }} as file_path,
            {{ cursor_as_bigint(landing.cursor, fields) }} as cursor,
            struct(*) as record
        from {{ landing.relation }}
        where {{ table_stretch(landing, fields, bounds, with_others) }}
    )
{%- endmacro %}
