{% macro marked(text) -%}
    {#-
        A JSON text in which each number is a text with a mark before it, as SQL; `unmarked` takes the marks away. Read by possessive
        quantifiers: no record, however long, makes the pattern recurse or turn back.
    -#}
    {%- set number = '\\G((?:[^"0-9-]++|-(?![0-9])|"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+")*+)(-?[0-9][0-9.eE+-]*+)' -%}
    {%- do return('regexp_replace(' ~ text ~ ', ' ~ sql_text(number) ~ ", '$1\"" ~ number_mark() ~ "$2\"')") -%}
{%- endmacro %}
