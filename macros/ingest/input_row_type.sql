{% macro input_row_type() -%}
    {#- The type of a delivery or an action as it is taken in: with subscriptions it may say more. -#}
    {%- do return(row_type('input') if settings().subscriptions is none else row_type('routed_input')) -%}
{%- endmacro %}
