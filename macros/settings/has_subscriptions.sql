{% macro has_subscriptions() -%}
    {#- Whether messages are routed to subscriptions (the MessageBox); asked of the var itself, because checking settings needs it. -#}
    {%- do return(var('resequencer__subscriptions', none) is not none) -%}
{%- endmacro %}
