{% macro _part_size_setting(setting, value) -%}
    {#- How many rows of a sequence make a part; none for auto, which the size of the run decides. -#}
    {%- if value == 'auto' -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- if value is string and value | int < 1 -%}
        {%- do setting_error(setting, 'is ' ~ value, 'auto, or a whole number of at least 1') -%}
    {%- endif -%}
    {%- do return(_integer_setting(setting, value, 1)) -%}
{%- endmacro %}
