{% macro _fills() -%}
    {#- Whether operators or senders say of numbers that they will not come; in the ledger, whether they do so in this batch. -#}
    {%- set groups = order_groups().values() | selectattr('delivers') | selectattr('mode', 'equalto', 'sequence') -%}
    {%- do return(settings().actions is not none and context.get('_resequencer_actions', {}).get('fills', true) and groups | list | length > 0) -%}
{%- endmacro %}
