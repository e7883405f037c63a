{% macro has_inputs() -%}
    {#- Whether deliveries or actions come in beside the messages. -#}
    {%- do return(settings().deliveries is not none or settings().actions is not none) -%}
{%- endmacro %}
