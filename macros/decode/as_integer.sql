{% macro as_integer(expression) -%}
    {#-
        A bigint from text: whole numbers of 64 bits, also as 12.0 (what a column of doubles makes of 12).
        Anything else is null: a fraction, an overflow, words.
    -#}
    coalesce(
        try_cast({{ expression }} as bigint),
        case when {{ expression }} rlike '^\\s*[+-]?[0-9]+[.]0+\\s*$' then try_cast(split_part({{ expression }}, '.', 1) as bigint) end
    )
{%- endmacro %}
