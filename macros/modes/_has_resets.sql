{% macro _has_resets() -%}
    {#- Whether operators reset sequences; in a run, whether they do so in this batch or did before. -#}
    {%- do return(settings().actions is not none and has_mode('delivers') and context.get('_resequencer_actions', {}).get('begins_anew', true)) -%}
{%- endmacro %}
