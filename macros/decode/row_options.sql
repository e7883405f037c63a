{% macro row_options() -%}
    {#- By which options a row of a table is written as JSON and read again, as SQL: a map. So no type of a column loses anything. -#}
    map('timeZone', 'UTC', 'timestampFormat', "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX", 'timestampNTZFormat', "yyyy-MM-dd'T'HH:mm:ss.SSSSSS")
{%- endmacro %}
