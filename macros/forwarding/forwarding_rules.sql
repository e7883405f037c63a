{% macro forwarding_rules() -%}
    {#- The forwarding rules as `_forwarding_setting` gives them. While dbt only parses, nothing depends on them. -#}
    {%- do return(_checked_setting('forwarding', _forwarding_setting, [settings().forwarding]) if execute else []) -%}
{%- endmacro %}
