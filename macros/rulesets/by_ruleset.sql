{% macro by_ruleset(rulesets, expressions) -%}
    {#-
        The expression of a message's own ruleset; `expressions` holds one per ruleset, in the same order.
        Rulesets that agree share a branch; where all agree there is no case at all.
    -#}
    {%- set branches = {} -%}
    {%- for expression in expressions -%}
        {%- do branches.setdefault(expression, []).append(sql_text(rulesets[loop.index0].name)) -%}
    {%- endfor -%}
    {%- if branches | length == 1 -%}
        {{- expressions[0] -}}
    {%- else -%}
        case
            {%- for expression in branches %}
            when ruleset in ({{ branches[expression] | join(', ') }}) then {{ expression }}
            {%- endfor %}
        end
    {%- endif -%}
{%- endmacro %}
