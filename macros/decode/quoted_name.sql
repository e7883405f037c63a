{% macro quoted_name(name) -%}
    {#- A name of any characters, as Spark SQL quotes it. -#}
    {%- do return('`' ~ name.replace('`', '``') ~ '`') -%}
{%- endmacro %}
