{% macro _failover_setting(entries) -%}
    {#- The order groups of which nothing stays held in this run (resequencer__failover), checked against those of the rulesets. -#}
    {%- set setting = 'resequencer__failover' -%}
    {%- set value = var(setting, none) -%}
    {%- if value is none -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set groups = [value] if value is string else value -%}
    {%- if groups is mapping or groups is not iterable or not groups -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, 'an order_group or a list of them, such as [work]; the name of a ruleset that shares none is one') -%}
    {%- endif -%}
    {%- set known = [] -%}
    {%- for entry in entries -%}
        {%- if entry is mapping and entry.get('outlink') is none -%}{%- do known.append(entry.get('order_group') or entry.get('name')) -%}{%- endif -%}
    {%- endfor -%}
    {%- for group in groups -%}{%- do _choice_setting(setting, group, known | unique | list) -%}{%- endfor -%}
    {%- do return(groups) -%}
{%- endmacro %}
