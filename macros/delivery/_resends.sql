{% macro _resends() -%}
    {#- Whether operators ask for messages that have left to be sent again; in the ledger, whether they do so in this batch. -#}
    {%- do return(settings().actions is not none and settings().deliveries is not none and context.get('_resequencer_actions', {}).get('resends', true)) -%}
{%- endmacro %}
