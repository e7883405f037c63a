{% macro _set_properties_setting(setting, value) -%}
    {#- Properties that are set on exit: {name: template}; a template may be plain text. -#}
    {%- if value is none -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'property: template, such as {route: "##region##/##message_type##"}') -%}
    {%- endif -%}
    {%- for name in value -%}
        {%- do _text_template_setting(setting ~ '.' ~ name, value[name]) -%}
    {%- endfor -%}
    {%- do return(value) -%}
{%- endmacro %}
