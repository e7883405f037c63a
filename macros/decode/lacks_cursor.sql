{% macro lacks_cursor(cursor, fields) -%}
    {#-
        Whether a row of an existing table has no value by which new rows are found: null, or a time that cursor_as_bigint does not read.
        Compared with constants, so that files without such rows are passed over.
    -#}
    {%- set type = fields.get(cursor) -%}
    {{ cursor }} is null
    {%- if type in ['timestamp', 'timestamp_ntz'] %} or {{ cursor }} < {{ literal_of_cursor(-62135596800000000, type) }} or {{ cursor }} > {{ literal_of_cursor(253402300799999999, type) }}
    {%- endif -%}
{%- endmacro %}
