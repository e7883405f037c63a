{% macro sql_text(value) -%}
    {#- A Spark SQL literal of any text: nothing in it is ever executed. -#}
    {%- if value is none -%}
        {%- do return('cast(null as string)') -%}
    {%- endif -%}
    {%- do return("'" ~ (value | string).replace('\\', '\\\\').replace("'", "\\'") ~ "'") -%}
{%- endmacro %}
