{% macro _checked_rulesets() -%}
    {#- The rulesets as `_rulesets_setting` gives them. While dbt only parses, nothing depends on them. -#}
    {%- set setting = 'resequencer__rulesets' if var('resequencer__subscriptions', none) is none else 'resequencer__subscriptions' -%}
    {%- do return(_checked_setting('rulesets', _rulesets_setting, [_ruleset_entries(), setting]) if execute else _rulesets_setting(none)) -%}
{%- endmacro %}
