{% macro numbers_to_mark(text) -%}
    {#- Whether a JSON text has a number that Spark would write anew, and no mark that `unmarked` would take away with its own, as SQL. -#}
    {%- do return('(' ~ has_fraction(text) ~ ' and not (' ~ has_mark(text, 'lower(' ~ text ~ ')') ~ '))') -%}
{%- endmacro %}
