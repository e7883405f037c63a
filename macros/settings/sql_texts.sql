{% macro sql_texts(values) -%}
    {#- Texts as a list of SQL literals in parentheses, for `in`. -#}
    {%- set literals = [] -%}
    {%- for value in values -%}{%- do literals.append(sql_text(value)) -%}{%- endfor -%}
    {%- do return('(' ~ literals | join(', ') ~ ')') -%}
{%- endmacro %}
