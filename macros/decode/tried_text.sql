{% macro tried_text(expression) -%}
    {#- An expression as text, as SQL; null where Spark raises over it, which `try_to_binary` catches. -#}
    {%- do return("cast(try_to_binary(cast(" ~ expression ~ " as string), 'utf-8') as string)") -%}
{%- endmacro %}
