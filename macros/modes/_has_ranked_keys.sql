{% macro _has_ranked_keys() -%}
    {#- Whether any ruleset has such keys: no other project pays for them. -#}
    {%- do return(order_groups().values() | selectattr('is_ranked') | list | length > 0) -%}
{%- endmacro %}
