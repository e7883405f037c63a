{% macro sql_text(value) -%}
    {#- A Spark SQL literal of any text: nothing in it is ever executed. -#}
    {%- if value is none -%}
        {%- do return('cast(null as string)') -%}
    {%- endif -%}
    {#- Spark replaces ${name} by a setting or a variable of the environment, even within a literal. -#}
    {%- do return("'" ~ (value | string).replace('\\', '\\\\').replace("'", "\\'").replace('${', '$\\{') ~ "'") -%}
{%- endmacro %}
