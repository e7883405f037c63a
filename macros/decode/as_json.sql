{% macro as_json(struct) -%}
    {#- A struct as the text of a JSON object; timestamps in UTC and whole, whatever the session's time zone is. -#}
    to_json({{ struct }}, map('timeZone', 'UTC', 'timestampFormat', "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"))
{%- endmacro %}
