{% macro _boolean_setting(setting, value) -%}
    {%- if (value | string | lower) not in ['true', 'false'] -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, 'true or false') -%}
    {%- endif -%}
    {%- do return((value | string | lower) == 'true') -%}
{%- endmacro %}
