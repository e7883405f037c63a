{% macro _has_loose_keys() -%}
    {#- Whether any ruleset has keys of which only the order is known, so that equal ones are not repeats. -#}
    {%- do return(order_groups().values() | rejectattr('mode', 'equalto', 'sequence') | list | length > 0) -%}
{%- endmacro %}
