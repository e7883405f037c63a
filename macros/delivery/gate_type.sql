{% macro gate_type() -%}
    {#- What the state of a sequence carries of its deliveries. -#}
    {%- do return(delivery_state_type()) -%}
{%- endmacro %}
