{% macro _checked_rulesets() -%}
    {#- The rulesets as `_rulesets_setting` gives them. While dbt only parses, nothing depends on them. -#}
    {%- set setting = 'resequencer__rulesets' if var('resequencer__subscriptions', none) is none else 'resequencer__subscriptions' -%}
    {%- do return(remembered('rulesets', _rulesets_setting, [_ruleset_entries() if execute else none, setting])) -%}
{%- endmacro %}
