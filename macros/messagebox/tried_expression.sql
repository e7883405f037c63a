{% macro tried_expression(expression) -%}
    {#- An expression of settings over the columns of a message, as text; null where Spark raises over it (macro tried). -#}
    {%- do return(tried(guarded_maps(expression))) -%}
{%- endmacro %}
