{% macro filed_by(predicates) -%}
    {#-
        What messages look a group of predicates up by, as SQL: a list of struct(operator, property, type, keys). All its equalities; without
        any, its shortest list of values; without any, an interval of numbers, under the pieces of the number line that it touches (_filed_by_interval).
        Empty without any of these: such a group is tried on every message.
    -#}
    {%- set keys -%} array_distinct(transform(p.operands, o -> {{ lookup_text('o.type', 'o.value') }})) {%- endset -%}
    coalesce(
        nullif(array_sort(transform(
            filter({{ predicates }}, p -> p.operator = 'eq' and not p.ignore_case),
            p -> named_struct('operator', p.operator, 'property', p.property, 'type', p.operands[0].type, 'keys', {{ keys }})
        )), array()),
        nullif(transform(
            slice(array_sort(transform(
                filter({{ predicates }}, p -> p.operator = 'in' and not p.ignore_case),
                p -> named_struct('length', size(p.operands), 'operator', p.operator, 'property', p.property, 'type', p.operands[0].type, 'keys', {{ keys }})
            )), 1, 1), p -> struct(p.operator, p.property, p.type, p.keys)
        ), array()),
        {{ _filed_by_interval(predicates) }}
    )
{%- endmacro %}
