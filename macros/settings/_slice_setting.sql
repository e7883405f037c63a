{% macro _slice_setting(setting, value) -%}
    {#- How long a slice of history is, in microseconds; none for auto, which history itself decides. -#}
    {%- if value == 'auto' -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set slice_us = duration_us(setting, value) -%}
    {%- if slice_us < 1000000 -%}
        {%- do setting_error(setting, 'is ' ~ value, 'auto, or a duration of at least 1s, such as 6h or 1d') -%}
    {%- endif -%}
    {%- do return(slice_us) -%}
{%- endmacro %}
