{% macro _template_setting(setting, value, may_be_empty=false) -%}
    {#- A template: text with ##name## where a property or a canonical column is to stand. -#}
    {%- if value is not string -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, 'text with ##name## for properties and columns, such as ##sequence_number##') -%}
    {%- endif -%}
    {%- do _template_names_setting(setting, value) -%}
    {%- if not (may_be_empty and value == '') and not modules.re.search('##[^#]+##', value) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson ~ ', the same for every message', 'text with ##name## for properties and columns, such as ##sequence_number##') -%}
    {%- endif -%}
    {%- do return(value) -%}
{%- endmacro %}
