{% macro raised_columns(types, fields) -%}
    {#- What is to be said of the first expression of resequencer__columns over which Spark raised, as SQL; null where it did over none. -#}
    {%- set said = [] -%}
    {%- for column in tried_columns() -%}{%- do said.append(raised(column, types, fields) | trim) -%}{%- endfor -%}
    {%- do return('coalesce(' ~ said | join(', ') ~ ')' if said else 'cast(null as string)') -%}
{%- endmacro %}
