{% macro json_is_marked() -%}
    {#- Whether the numbers of the JSON `_text` can be marked, as SQL: it does not have the mark itself. -#}
    {%- do return('not (' ~ has_mark('_text', 'lower(_text)') ~ ')') -%}
{%- endmacro %}
