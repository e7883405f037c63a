{% macro lookup_order(predicate) -%}
    {#- What the predicates of a signature are ordered by. -#}
    struct({{ predicate }}.property, {{ predicate }}.operands[0].type, {{ predicate }}.operands[0].value)
{%- endmacro %}
