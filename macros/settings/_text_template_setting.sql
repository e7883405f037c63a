{% macro _text_template_setting(setting, value) -%}
    {#- A template that may be plain text: what is written on exit. -#}
    {%- if value is not string -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, 'text, with ##name## where a property or a canonical column is to stand') -%}
    {%- endif -%}
    {%- do _template_names_setting(setting, value) -%}
    {%- do return(value) -%}
{%- endmacro %}
