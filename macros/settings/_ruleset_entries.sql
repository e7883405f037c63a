{% macro _ruleset_entries() -%}
    {#-
        The rulesets before they are checked: those of the vars, or with subscriptions the ordered ones. None: one ruleset for
        everything.
    -#}
    {%- set rulesets, subscriptions = var('resequencer__rulesets', none), subscription_definitions() -%}
    {%- if rulesets is not none and subscriptions is not none -%}
        {%- do setting_error('resequencer__rulesets', 'is set together with resequencer__subscriptions', 'left out: a subscription with ordered has the fields of a ruleset; or leave resequencer__subscriptions out') -%}
    {%- endif -%}
    {%- set entries = [] -%}
    {%- for subscription in subscriptions or [] if subscription.is_ordered -%}
        {%- do entries.append(dict(subscription.ordered, name=subscription.name)) -%}
    {%- endfor -%}
    {%- do return(rulesets if subscriptions is none else entries or none) -%}
{%- endmacro %}
