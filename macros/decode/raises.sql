{% macro raises(expression) -%}
    {#-
        Whether Spark raises over an expression of text, as SQL: `try_add` is null then, and else never. The length, because Spark
        need not compute what can be no null to say whether it is null.
    -#}
    {%- do return("(try_add(date'1970-01-01', coalesce(length(" ~ expression ~ "), 0)) is null)") -%}
{%- endmacro %}
