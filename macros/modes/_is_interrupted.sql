{% macro _is_interrupted() -%}
    {#-
        Whether a sequence may stop and go on: a gap too large to be stood in for suspends it, and operators throw away what waits (drop); in the
        ledger, whether they do so in this batch.
    -#}
    {%- set is_possible = settings().actions is not none and has_mode('delivers') -%}
    {%- do return(has_mode('max_stand_ins') or (is_possible and context.get('_resequencer_actions', {}).get('drops', true))) -%}
{%- endmacro %}
