{% macro forwarding_rules() -%}
    {#- The forwarding rules as `_forwarding_setting` gives them. While dbt only parses, nothing depends on them. -#}
    {%- do return(remembered('forwarding', _forwarding_setting, [settings().forwarding]) if execute else []) -%}
{%- endmacro %}
