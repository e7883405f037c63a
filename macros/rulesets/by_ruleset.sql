{% macro by_ruleset(part) -%}
    {#-
        An expression of a message's own ruleset: its key, group, has_group (whether a group must be there),
        order_group or claim. Rulesets that agree share a branch; where all agree there is no case at all.
    -#}
    {%- set branches = {} -%}
    {%- for ruleset in settings().rulesets -%}
        {%- set expression = {
            'key': template_expression(ruleset.key),
            'group': template_expression(ruleset.group_by),
            'has_group': 'false' if ruleset.group_by == '' else 'true',
            'order_group': sql_text(ruleset.order_group),
            'claim': "named_struct('id', " ~ template_expression(ruleset.claim.id or ruleset.key) ~ ", 'is_claim', " ~ ('true' if ruleset.claim.is_claim else 'false') ~ ')',
        }[part] -%}
        {%- do branches.setdefault(expression, []).append(sql_text(ruleset.name)) -%}
    {%- endfor -%}
    {%- if branches | length == 1 -%}
        {{- branches | first -}}
    {%- else -%}
        case
            {%- for expression in branches %}
            when ruleset in ({{ branches[expression] | join(', ') }}) then {{ expression }}
            {%- endfor %}
        end
    {%- endif -%}
{%- endmacro %}
