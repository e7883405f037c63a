{% macro _as_of_setting(setting, value) -%}
    {#- `now`, or the text of a timestamp; one without a zone is UTC. Whether Spark can read it is checked where it is read. -#}
    {%- set text = value | string | trim -%}
    {%- if text != 'now' and not modules.re.fullmatch('\\d{4,6}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?)?\\s?(Z|UTC|[+-]\\d{2}:?\\d{2})?', text) -%}
        {%- do setting_error(setting, 'is ' ~ text | tojson, 'now, or a timestamp such as 2026-01-31T12:00:00Z') -%}
    {%- endif -%}
    {%- do return(text) -%}
{%- endmacro %}
