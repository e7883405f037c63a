{% macro _with_defaults(entry, defaults) -%}
    {#- A ruleset with the defaults that it does not have itself; one with an outlink with those that say how its messages look there. -#}
    {%- if entry is not mapping -%}
        {%- do return(entry) -%}
    {%- endif -%}
    {%- set of_outlets = ['acknowledge', 'summary', 'mask', 'outlets', 'capacity', 'partition'] -%}
    {%- set complete = {} -%}
    {%- for field, value in defaults.items() if value is not none and field not in entry and (entry.get('outlink') is none or field in of_outlets) -%}
        {%- do complete.update({field: value}) -%}
    {%- endfor -%}
    {%- for field, value in entry.items() if value is not none or field not in defaults -%}{%- do complete.update({field: value}) -%}{%- endfor -%}
    {%- do return(complete) -%}
{%- endmacro %}
