{% macro _has_resets() -%}
    {#- Whether operators reset sequences; as this batch knows, whether they do so in it or did before. -#}
    {%- set is_possible = settings().actions is not none and has_mode('delivers') -%}
    {%- if is_possible -%}{%- do current_batch() -%}{%- endif -%}
    {%- do return(is_possible and context.get('_resequencer_actions', {}).get('begins_anew', true)) -%}
{%- endmacro %}
