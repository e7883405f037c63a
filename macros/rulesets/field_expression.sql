{% macro field_expression(name) -%}
    {#- What a name in a template stands for, as SQL text: a canonical column, else a property. -#}
    {%- if name in canonical_columns() and name not in ['properties', 'parts'] -%}
        {%- do return('cast(' ~ name ~ ' as string)') -%}
    {%- endif -%}
    {%- do return('try_element_at(properties, ' ~ sql_text(name) ~ ')') -%}
{%- endmacro %}
