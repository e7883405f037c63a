{% macro _integer_setting(setting, value, least=none, most=none) -%}
    {%- if value is boolean or not modules.re.fullmatch('-?\\d{1,19}', value | string) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, 'a whole number') -%}
    {%- endif -%}
    {%- set number = value | int -%}
    {%- if (least is not none and number < least) or (most is not none and number > most)
        or number > 9223372036854775807 or number < -9223372036854775808 -%}
        {%- do setting_error(setting, 'is ' ~ number, 'a whole number' ~ (' of at least ' ~ least if least is not none else '') ~ (' and at most ' ~ most if most is not none else ' of 64 bits')) -%}
    {%- endif -%}
    {%- do return(number) -%}
{%- endmacro %}
