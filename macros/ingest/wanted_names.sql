{% macro wanted_names() -%}
    {#- The names of fields that resequencer__columns speaks of, in expressions or as the first of a path. -#}
    {%- set wanted = expression_names() -%}
    {%- for column in settings().columns if text_path(column) is not none -%}{%- do wanted.append(text_path(column)[0]) -%}{%- endfor -%}
    {%- do return(wanted) -%}
{%- endmacro %}
