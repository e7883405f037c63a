{% macro forget_landing_tables() -%}
    {#- Drops the tables of `landing_table`; what they are over stays. -#}
    {%- if execute -%}
        {%- for name in graph.get('_resequencer_landing_tables', []) -%}{%- do run_query('drop table if exists ' ~ name) -%}{%- endfor -%}
        {%- do graph.update({'_resequencer_landing_tables': []}) -%}
    {%- endif -%}
{%- endmacro %}
