{% macro _timestamp_setting(setting, value, or_now=false) -%}
    {#-
        The text of a timestamp, with `or_now` also `now` and `newest`, or none; one without a zone is UTC. Whether Spark can read it is
        checked where it is read.
    -#}
    {%- if value is none and not or_now -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set text = value | string | trim -%}
    {%- if not (or_now and text in ['now', 'newest']) and not modules.re.fullmatch('\\d{4,6}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?)?\\s?(Z|UTC|[+-]\\d{2}:?\\d{2})?', text) -%}
        {%- do setting_error(setting, 'is ' ~ text | tojson, ('now, newest, or ' if or_now) ~ 'a timestamp such as 2026-01-31T12:00:00Z') -%}
    {%- endif -%}
    {%- do return(text) -%}
{%- endmacro %}
