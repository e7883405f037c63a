{% macro _number_setting(setting, value, below=none, or_zero=false) -%}
    {#- A number above 0, whole or not; with `or_zero` 0 as well, with `below` less than that. -#}
    {%- set remedy = ('0 or a number above it' if or_zero else 'a number above 0') ~ (' and below ' ~ below if below is not none) -%}
    {#- Large and small floats are written with an exponent and its sign: 1e+16, 1e-07. -#}
    {%- if value is boolean or not modules.re.fullmatch('\\d+(\\.\\d+)?([eE][+-]?\\d+)?', value | string) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, remedy) -%}
    {%- endif -%}
    {%- set number = value | string | float -%}
    {%- if below is none and number > 1e300 -%}
        {%- do setting_error(setting, 'is ' ~ value ~ ', which is too large', remedy ~ ', at most 1e300') -%}
    {%- endif -%}
    {%- if number < 0 or (number == 0 and not or_zero) or (below is not none and number >= below) -%}
        {%- do setting_error(setting, 'is ' ~ value, remedy) -%}
    {%- endif -%}
    {%- do return(number) -%}
{%- endmacro %}
