{% macro cursor_as_bigint(cursor, fields) -%}
    {#- The ever-growing column of an existing arrivals table as a number that grows with it. -#}
    {%- set type = fields.get(cursor, 'bigint') -%}
    {%- if type in integer_types() -%}
        cast({{ cursor }} as bigint)
    {%- elif type in ['timestamp', 'timestamp_ntz'] -%}
        unix_micros({{ as_utc_timestamp(cursor, type) }})
    {%- elif type == 'date' -%}
        cast(unix_date({{ cursor }}) as bigint)
    {%- else -%}
        {%- do setting_error('resequencer__arrivals_cursor', 'names ' ~ cursor ~ ', which is ' ~ type, 'a column of whole numbers, timestamps or dates') -%}
    {%- endif -%}
{%- endmacro %}
