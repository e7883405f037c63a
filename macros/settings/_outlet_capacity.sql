{% macro _outlet_capacity(rulesets, name) -%}
    {#- The capacity of the outlet of a name, or none; `rulesets`: a ruleset that gives it, by outlet name. -#}
    {%- set ruleset = rulesets.get(name) -%}
    {%- for outlet in ruleset.outlets if ruleset is not none and ruleset.outlets[outlet] == name and outlet in ruleset.capacity -%}
        {%- do return(ruleset.capacity[outlet]) -%}
    {%- endfor -%}
    {%- do return(none) -%}
{%- endmacro %}
