{% macro spoken_fields(fields, column=none) -%}
    {#- Those of the fields that the expressions of resequencer__columns, or that of one column, speak of. -#}
    {%- set words = expression_names(column) | map('lower') | list -%}
    {%- set spoken = [] -%}
    {%- for name in fields if name | lower in words -%}{%- do spoken.append(name) -%}{%- endfor -%}
    {%- do return(spoken) -%}
{%- endmacro %}
