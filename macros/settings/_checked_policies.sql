{% macro _checked_policies() -%}
    {#- The policies as `_policies_setting` gives them, where there are models that ask for them. -#}
    {%- set is_asked = execute and _boolean_setting('resequencer__advice', var('resequencer__advice', false)) -%}
    {%- set value = [var('resequencer__policies', none), var('resequencer__rulesets', none)] -%}
    {%- do return(_checked_setting('policies', _policies_setting, value) if is_asked else []) -%}
{%- endmacro %}
