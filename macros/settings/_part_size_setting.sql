{% macro _part_size_setting(setting, value) -%}
    {#- How many rows of a sequence make a part; none for auto, which the size of the run decides. -#}
    {%- if value == 'auto' -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- do return(_integer_setting(setting, value, 1)) -%}
{%- endmacro %}
