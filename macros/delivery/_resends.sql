{% macro _resends() -%}
    {#- Whether operators ask for messages that have left to be sent again; as this batch knows, whether they do so in it. -#}
    {%- set is_possible = settings().actions is not none and settings().deliveries is not none -%}
    {%- if is_possible -%}{%- do current_batch() -%}{%- endif -%}
    {%- do return(is_possible and context.get('_resequencer_actions', {}).get('resends', true)) -%}
{%- endmacro %}
