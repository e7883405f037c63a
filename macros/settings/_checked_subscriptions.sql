{% macro _checked_subscriptions() -%}
    {#- The subscriptions as `_subscriptions_setting` gives them. While dbt only parses, a list of them is empty. -#}
    {%- set value = var('resequencer__subscriptions', none) -%}
    {%- set value = [] if value is not none and value is not mapping and not execute else value -%}
    {%- do return(remembered('subscriptions', _subscriptions_setting, [value])) -%}
{%- endmacro %}
