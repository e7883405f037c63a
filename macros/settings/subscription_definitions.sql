{% macro subscription_definitions() -%}
    {#-
        The subscriptions as `_subscription` gives them, wherever they are written; none where none are set. Rows of a table
        or of files are read once per invocation.
    -#}
    {%- set subscriptions = _checked_subscriptions() -%}
    {%- if subscriptions is mapping -%}
        {%- do return(remembered('subscription_rows', _subscription_rows, [subscriptions]) if execute else []) -%}
    {%- endif -%}
    {%- do return(subscriptions) -%}
{%- endmacro %}
