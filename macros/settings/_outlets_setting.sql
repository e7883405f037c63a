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
        {%- do outlets.update({outlet: _name_setting(setting ~ '.' ~ outlet, value[outlet])}) -%}
    {%- endfor -%}
    {%- do return(outlets) -%}
{%- endmacro %}
