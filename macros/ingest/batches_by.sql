{% macro batches_by() -%}
    {#- What a batch of the ledger takes in: arrivals by their positions (arrivals_by), or with subscriptions what the MessageBox makes of these. -#}
    {%- do return(('messagebox, ' if has_subscriptions() else '') ~ arrivals_by()) -%}
{%- endmacro %}
