{% macro as_integer(expression) -%}
    {#-
        A bigint from text: a whole number of 64 bits, also as 12.0 or 1.2e1. It goes by decimal digits, never by way of a double,
        and nothing is rounded. Anything else is null: a fraction, an overflow, words.
    -#}
    coalesce(
        try_cast({{ expression }} as bigint),
        case
            when {{ expression }} rlike '^\\s*[+-]?[0-9]+[.]0*\\s*$' then try_cast(split_part({{ expression }}, '.', 1) as bigint)
            when {{ expression }} rlike '[0-9][.]?[eE]' and {{ as_exact_decimal(expression) }} % 1 = 0
                then try_cast(try_cast({{ expression }} as decimal(20, 0)) as bigint)
        end
    )
{%- endmacro %}
