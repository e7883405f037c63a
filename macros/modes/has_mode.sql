{% macro has_mode(field, value=none) -%}
    {#- Whether an order group asks for a mode: its `field` is set, or is `value`. -#}
    {%- do return(_any_group(field, value)) -%}
{%- endmacro %}
