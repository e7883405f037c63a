{% macro _checked_policies() -%}
    {#- The policies as `_policies_setting` gives them, where there are models that ask for them. -#}
    {%- set is_asked = execute and _boolean_setting('resequencer__advice', var('resequencer__advice', false)) -%}
    {%- if not is_asked -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- do return(remembered('policies', _policies_setting, [var('resequencer__policies', none), _ruleset_entries()])) -%}
{%- endmacro %}
