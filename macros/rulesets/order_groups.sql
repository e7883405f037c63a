{% macro order_groups() -%}
    {#-
        What the ordering needs of the rulesets: one mapping per order_group, whose rulesets agree. Those with an
        outlink order nothing.
    -#}
    {%- set groups = {} -%}
    {%- set rulesets = settings().rulesets -%}
    {%- for ruleset in rulesets | selectattr('outlink', 'none') | list or rulesets if ruleset.order_group not in groups -%}
        {%- do groups.update({ruleset.order_group: {
            'key_type': ruleset.key_type,
            'bake_us': ruleset.bake_us,
            'start': ruleset.start,
            'step': ruleset.step,
        }}) -%}
    {%- endfor -%}
    {%- do return(groups) -%}
{%- endmacro %}
