{% macro by_ruleset(part) -%}
    {#-
        An expression of a message's own ruleset, one of those of `ruleset_expression`. Rulesets that agree share a
        branch; where all agree there is no case at all.
    -#}
    {%- set branches = {} -%}
    {%- for ruleset in settings().rulesets -%}
        {%- do branches.setdefault(ruleset_expression(ruleset, part), []).append(sql_text(ruleset.name)) -%}
    {%- endfor -%}
    {%- if branches | length == 1 -%}
        {{- branches | first -}}
    {%- else -%}
        case
            {{ ruleset_arms(branches) }}
        end
    {%- endif -%}
{%- endmacro %}
