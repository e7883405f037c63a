{% macro _choice_setting(setting, value, choices) -%}
    {#- One of a few words; a mistyped one is answered with the nearest. -#}
    {%- if value not in choices -%}
        {%- set near = nearest_name(value | string, choices) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, ((near ~ '; there are ') if near and choices | length > 1 else '') ~ choices | join(', ')) -%}
    {%- endif -%}
    {%- do return(value) -%}
{%- endmacro %}
