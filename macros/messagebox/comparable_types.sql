{% macro comparable_types() -%}
    {#- What values of predicates are compared as. Times are left out where no predicate has one: they are a long expression. -#}
    {%- do return(asked_once('comparable_types', _asked_comparable_types)) -%}
{%- endmacro %}
