{% macro ruleset_arms(branches) -%}
    {#- The arms of a `case` by ruleset, from {expression: names of the rulesets it is for, as SQL}. -#}
    {%- set arms = [] -%}
    {%- for expression in branches -%}
        {%- do arms.append('when ruleset in (' ~ branches[expression] | join(', ') ~ ') then ' ~ expression) -%}
    {%- endfor -%}
    {%- do return(arms | join('\n        ')) -%}
{%- endmacro %}
