{% macro substitution_expression(expression, substitution) -%}
    {#- A text with a substitution applied, as SQL; null where the text is. -#}
    {%- if substitution is none -%}
        {%- do return(expression) -%}
    {%- endif -%}
    {%- do return('regexp_replace(' ~ expression ~ ', ' ~ sql_text(substitution.pattern) ~ ', ' ~ sql_text(substitution.replacement) ~ ')') -%}
{%- endmacro %}
