{% macro _outlets_setting(setting, value) -%}
    {#- Names of one's own for the four outlets: {outlet: name}. -#}
    {%- set outlets = {'released': 'released', 'bypass': 'bypass', 'failure': 'failure', 'nohit': 'nohit'} -%}
    {%- if value is none -%}
        {%- do return(outlets) -%}
    {%- endif -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'outlet: name of its own, such as {released: file, bypass: discarded}') -%}
    {%- endif -%}
    {%- for outlet in value -%}
        {%- if outlet not in outlets -%}
            {%- do _unknown_name_error(setting, outlet, outlets | list) -%}
        {%- endif -%}
        {%- set name = value[outlet] -%}
        {%- if name is not string or not modules.re.fullmatch('[\\w.:-]{1,200}', name) -%}
            {%- do setting_error(setting ~ '.' ~ outlet, 'is ' ~ name | tojson, 'letters, digits and any of _ . : -') -%}
        {%- endif -%}
        {%- do outlets.update({outlet: name}) -%}
    {%- endfor -%}
    {%- do return(outlets) -%}
{%- endmacro %}
