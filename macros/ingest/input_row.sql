{% macro input_row() -%}
    {#- Which row (row_fields) a delivery or an action is taken in as: with subscriptions it may say more. -#}
    {%- do return('input' if settings().subscriptions is none else 'routed_input') -%}
{%- endmacro %}
