{% macro _plain_name(name) -%}
    {#- A name in small letters, without _ and -, as SQL. -#}
    {%- do return('translate(lower(' ~ name ~ "), '_-', '')") -%}
{%- endmacro %}
