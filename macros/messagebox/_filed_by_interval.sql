{% macro _filed_by_interval(predicates) -%}
    {#-
        As filed_by, of a group with two bounds of one number: of the first such property. The number line is cut into pieces of a power of two
        that the interval is not longer than, so that it touches two of them, or by rounding three. Those longer than 2^40 are left out.
    -#}
    {%- set low, high = compared_as('number', 'low.operands[0].value'), compared_as('number', 'high.operands[0].value') -%}
    transform(
        slice(filter(flatten(transform(
            filter({{ predicates }}, low -> low.operator in ('gt', 'ge') and low.operands[0].type = 'number'),
            low -> transform(
                filter({{ predicates }}, high -> high.property = low.property and high.operator in ('lt', 'le') and high.operands[0].type = 'number'),
                high -> {{ with_value('bounds', 'struct(cast(' ~ low ~ ' as double) as low, cast(' ~ high ~ ' as double) as high)',
                    'struct(low.property, bounds.low, bounds.high, cast(pow(2, greatest(ceil(log2(bounds.high - bounds.low)), 0)) as bigint) as length)') }}
            )
        )), one -> one.low <= one.high and one.length <= 1099511627776), 1, 1),
        one -> named_struct(
            'operator', 'within', 'property', one.property, 'type', concat('pieces of ', one.length),
            'keys', transform(sequence({{ piece_of('one.low', 'one.length') }}, {{ piece_of('one.high', 'one.length') }}), piece -> cast(piece as string))
        )
    )
{%- endmacro %}
