{% macro _correlate_setting(setting, value) -%}
    {#- The names of the properties whose values lead to one instance. -#}
    {%- set names = [] -%}
    {%- for given in _names_setting(setting, value) -%}
        {%- set name = _routing_property(setting ~ '[' ~ loop.index0 ~ ']', given) -%}
        {%- if name in names -%}
            {%- do setting_error(setting ~ '[' ~ loop.index0 ~ ']', 'is ' ~ name | tojson ~ ' again', 'a name that is not in the list yet') -%}
        {%- endif -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{%- endmacro %}
