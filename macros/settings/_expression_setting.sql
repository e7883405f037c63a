{% macro _expression_setting(setting, value) -%}
    {#- A SQL expression, or none; whether Spark can read it is checked where it is used. -#}
    {%- if value is not none and (value is not string or not value | trim) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, "a SQL expression, such as properties['tenant']") -%}
    {%- endif -%}
    {%- do return(value) -%}
{%- endmacro %}
