{% macro _kafka_setting(value, setting) -%}
    {#- Topics as a landing place, checked as _landing_setting says. What is read of them in a run, the run itself says. -#}
    {%- set options = value.get('options') or {} -%}
    {%- set names = options | map('lower') | list if options is mapping else [] -%}
    {%- if setting != 'resequencer__landing' -%}
        {%- do setting_error(setting ~ '.format', 'is kafka', 'json, csv or parquet; or {relation: …}, a table that is filled from the topic') -%}
    {%- endif -%}
    {%- if value.get('path') is not none -%}
        {%- do setting_error(setting ~ '.path', 'is set with the format kafka', 'left out: options say which topics') -%}
    {%- endif -%}
    {%- if names | select('in', ['subscribe', 'subscribepattern', 'assign']) | list | length != 1 or 'kafka.bootstrap.servers' not in names -%}
        {%- do setting_error(setting ~ '.options', 'has ' ~ (names | join(', ') or 'nothing'), 'kafka.bootstrap.servers, and one of subscribe, subscribePattern and assign') -%}
    {%- endif -%}
    {%- for option in options if option | lower in ['includeheaders', 'endingoffsets', 'endingtimestamp', 'endingoffsetsbytimestamp', 'startingoffsetsbytimestamp'] -%}
        {%- do setting_error(setting ~ '.options.' ~ option, 'is set', 'left out: a run reads all that is new, with headers. startingOffsets or startingTimestamp say where the first one begins') -%}
    {%- endfor -%}
{%- endmacro %}
