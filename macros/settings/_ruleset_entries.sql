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
    {%- set defaults, failing_over = _ruleset_defaults(), _failover_setting(entries) -%}
    {%- if defaults and subscriptions is not none -%}
        {%- do setting_error('resequencer__ruleset_defaults', 'is set together with resequencer__subscriptions, of which each says in ordered how it is ordered', 'left out') -%}
    {%- endif -%}
    {%- if not (defaults or failing_over) or entries is string or entries is mapping or (entries is not none and entries is not iterable) -%}
        {%- do return(entries) -%}
    {%- endif -%}
    {%- set complete = [] -%}
    {%- for entry in (entries if entries is not none else [{'name': 'default'}]) -%}{%- do complete.append(_failing_over(_with_defaults(entry, defaults), failing_over)) -%}{%- endfor -%}
    {%- do return(complete) -%}
{%- endmacro %}
