{% macro _names_setting(setting, value) -%}
    {#- A list of names of properties. -#}
    {%- if value is none -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- if value is string or value is mapping or value is not iterable -%}
        {%- do setting_error(setting, 'is not a list', 'names of properties, such as [type, region]') -%}
    {%- endif -%}
    {%- for name in value -%}
        {%- if name is not string or not name -%}
            {%- do setting_error(setting ~ '[' ~ loop.index0 ~ ']', 'is ' ~ name | tojson, 'the name of a property') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(value) -%}
{%- endmacro %}
