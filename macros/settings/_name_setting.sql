{% macro _name_setting(setting, value) -%}
    {#- A name of one's own: of a ruleset, an order group, an outlet. -#}
    {%- if value is not string or not modules.re.fullmatch('[\\w.:-]{1,200}', value) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, 'letters, digits and any of _ . : -') -%}
    {%- endif -%}
    {%- do return(value) -%}
{%- endmacro %}
