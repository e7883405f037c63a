{% macro _number_setting(setting, value, below=none) -%}
    {#- A number above 0, whole or not; with `below` less than that. -#}
    {%- set remedy = 'a number above 0' ~ (' and below ' ~ below if below is not none) -%}
    {%- if value is boolean or not modules.re.fullmatch('\\d{1,15}(\\.\\d+)?([eE]-?\\d{1,2})?', value | string) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, remedy) -%}
    {%- endif -%}
    {%- set number = value | float -%}
    {%- if number <= 0 or (below is not none and number >= below) -%}
        {%- do setting_error(setting, 'is ' ~ value, remedy) -%}
    {%- endif -%}
    {%- do return(number) -%}
{%- endmacro %}
