{% macro _is_cut() -%}
    {#- Whether this run works long lines out in parts (`cut_long_lines`). -#}
    {%- do return(context.get('_resequencer_parts') is not none) -%}
{%- endmacro %}
