{% macro _failing_over(entry, groups) -%}
    {#- A ruleset as it is written; where its order group fails over in this run, with no room to hold anything: all of it leaves, lowest key first. -#}
    {%- if entry is not mapping or entry.get('outlink') is not none or (entry.get('order_group') or entry.get('name')) not in groups -%}
        {%- do return(entry) -%}
    {%- endif -%}
    {%- do return(dict(entry, session_size=0, on_overflow='release')) -%}
{%- endmacro %}
