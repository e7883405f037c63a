{% macro _ruleset_entries() -%}
    {#-
        The rulesets before they are checked, with their defaults: those of the vars, or with subscriptions the ordered ones.
        None: one ruleset for everything.
    -#}
    {%- set rulesets, subscriptions = var('resequencer__rulesets', none), subscription_definitions() -%}
    {%- if rulesets is not none and subscriptions is not none -%}
        {%- do setting_error('resequencer__rulesets', 'is set together with resequencer__subscriptions', 'left out: a subscription with ordered has the fields of a ruleset; or leave resequencer__subscriptions out') -%}
    {%- endif -%}
    {%- set entries = [] -%}
    {%- for subscription in subscriptions or [] if subscription.is_ordered -%}
        {%- do entries.append(dict(subscription.ordered, name=subscription.name)) -%}
    {%- endfor -%}
    {%- set entries = rulesets if subscriptions is none else entries or none -%}
    {%- set defaults = _ruleset_defaults() -%}
    {%- if defaults and subscriptions is not none -%}
        {%- do setting_error('resequencer__ruleset_defaults', 'is set together with resequencer__subscriptions, of which each says in ordered how it is ordered', 'left out') -%}
    {%- endif -%}
    {%- if not defaults and var('resequencer__failover', none) is none or entries is string or entries is mapping or (entries is not none and entries is not iterable) -%}
        {%- do return(entries) -%}
    {%- endif -%}
    {%- set complete, of_this_run = [], [] -%}
    {%- for entry in (entries if entries is not none else [{'name': 'default'}]) -%}{%- do complete.append(_with_defaults(entry, defaults)) -%}{%- endfor -%}
    {%- set groups = _failover_setting(complete) -%}
    {%- for entry in complete -%}{%- do of_this_run.append(_failing_over(entry, groups)) -%}{%- endfor -%}
    {%- do return(of_this_run) -%}
{%- endmacro %}
