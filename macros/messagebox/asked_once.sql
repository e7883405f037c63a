{% macro asked_once(name, ask) -%}
    {#- What `ask` (a macro) finds in the lake, asked once an invocation: dbt's `graph` is what models share. -#}
    {%- set known = graph.get('_resequencer_' ~ name, {}) -%}
    {%- if known.get('invocation') != invocation_id or not execute -%}
        {%- set known = {'invocation': invocation_id, 'answer': ask()} -%}
        {%- if execute -%}{%- do graph.update({'_resequencer_' ~ name: known}) -%}{%- endif -%}
    {%- endif -%}
    {%- do return(known.answer) -%}
{%- endmacro %}
