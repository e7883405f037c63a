{% macro lacks_cursor(cursor, fields) -%}
    {#-
        Whether a row of an existing table has no value by which new rows are found: null, or a time that cursor_as_bigint does not read.
        Compared with constants, so that files without such rows are passed over.
    -#}
    {%- set type = fields.get(cursor, 'bigint') -%}
    {{ cursor }} is null
    {%- if type == 'timestamp' %} or {{ cursor }} < timestamp_micros(-62135596800000000) or {{ cursor }} > timestamp_micros(253402300799999999)
    {%- elif type == 'timestamp_ntz' %} or {{ cursor }} < timestamp_ntz'0001-01-01 00:00:00' or {{ cursor }} > timestamp_ntz'9999-12-31 23:59:59.999999'
    {%- endif -%}
{%- endmacro %}
