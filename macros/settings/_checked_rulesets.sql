{% macro _checked_rulesets() -%}
    {#- The rulesets as `_rulesets_setting` gives them. While dbt only parses, nothing depends on them. -#}
    {%- do return(_checked_setting('rulesets', _rulesets_setting, [var('resequencer__rulesets', none)]) if execute else _rulesets_setting(none)) -%}
{%- endmacro %}
