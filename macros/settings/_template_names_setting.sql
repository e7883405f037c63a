{% macro _template_names_setting(setting, value) -%}
    {#- Every ## of a template has its second one, with a name between them. -#}
    {%- if '##' in modules.re.sub('##[^#]+##', '', value) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson ~ ', with ## around nothing', 'text with ##name## for properties and columns, such as ##sequence_number##') -%}
    {%- endif -%}
{%- endmacro %}
