{% macro _has_epochs() -%}
    {#- Whether sequences may begin anew: by themselves, or as an operator resets them, which in the ledger is asked of this batch. -#}
    {%- do return(_any_group('reopens') or (settings().actions is not none and _any_group('delivers') and context.get('_resequencer_actions', {}).get('begins_anew', true))) -%}
{%- endmacro %}
