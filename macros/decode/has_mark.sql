{% macro has_mark(text, lower) -%}
    {#- Whether a JSON text has the mark itself, which `unmarked` would take away, as SQL over it and over it in small letters. -#}
    {%- do return('contains(' ~ text ~ ", '" ~ number_mark() ~ "') or contains(" ~ lower ~ ", '\\\\ue0f1')") -%}
{%- endmacro %}
