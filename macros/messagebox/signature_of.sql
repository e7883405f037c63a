{% macro signature_of(predicates) -%}
    {#- What the equalities of a group are about, as JSON; '' where it has none. -#}
    coalesce(to_json(nullif(array_sort(array_distinct(transform(
        filter({{ predicates }}, p -> {{ is_looked_up('p') }}), p -> named_struct('property', p.property, 'type', p.operands[0].type)
    ))), array())), '')
{%- endmacro %}
