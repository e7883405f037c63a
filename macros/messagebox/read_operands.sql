{% macro read_operands(predicates) -%}
    {#- Predicates with their operands as what messages are compared with. A number has no more digits than a decimal(38, 18); of a pattern the text is as it is. -#}
    transform({{ predicates }}, p -> struct(
            p.property, p.operator, p.ignore_case,
            transform(p.operands, o -> struct(
                o.type, p.ignore_case as ignore_case,
                case when not p.ignore_case then o.value when p.operator = 'pattern' then concat('(?iu)', o.value) else lower(o.value) end as text,
                {{ compared_as('number', 'o.value') }} as number,
                o.value = 'true' as boolean,
                {{ compared_as('time', 'o.value') if 'time' in comparable_types() else 'cast(null as bigint)' }} as us
            )) as operands
        ))
{%- endmacro %}
