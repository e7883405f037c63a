{% macro _checked_forwarding() -%}
    {#- The forwarding rules as `_forwarding_setting` gives them. While dbt only parses, nothing depends on them. -#}
    {%- do return(_checked_setting('forwarding', _forwarding_setting, [var('resequencer__forwarding', none)]) if execute else []) -%}
{%- endmacro %}
