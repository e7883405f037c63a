{% macro _drops() -%}
    {#- Whether operators throw away what waits (drop); in the ledger, whether they do so in this batch. -#}
    {%- set is_possible = settings().actions is not none and has_mode('delivers') -%}
    {%- do return(is_possible and context.get('_resequencer_actions', {}).get('drops', true)) -%}
{%- endmacro %}
