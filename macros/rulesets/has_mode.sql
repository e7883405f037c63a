{% macro has_mode(field) -%}
    {#- Whether any order group asks for a mode: it has this field set, and not to false. What no ruleset asks for is not compiled. -#}
    {%- do return(order_groups().values() | map(attribute=field) | reject('none') | reject('sameas', false) | list | length > 0) -%}
{%- endmacro %}
