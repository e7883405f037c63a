{% macro raises(expression) -%}
    {#- Whether Spark raises over an expression, as SQL: `try_add` is null then, and else never. -#}
    {%- do return("(try_add(date'1970-01-01', cast((" ~ expression ~ ") is null as int)) is null)") -%}
{%- endmacro %}
