{% macro as_numeral(expression) -%}
    {#-
        A whole number of any length as a text that has its order, from text: the forms of as_integer, exponents of up to four digits. Anything
        else is null. Before the digits stands how many there are, so that longer ones are larger; below zero all is in the mirror.
        numeral_text reads it.
    -#}
    {%- set parts = "'^\\\\s*([+-]?)([0-9]*+)[.]?([0-9]*+)(?:[eE]([+-]?[0-9]+))?\\\\s*$'" -%}
    case
        when {{ expression }} rlike '^\\s*[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]{1,4})?\\s*$' then element_at(transform(transform(
            -- Its digits, and how many of them stand before the point.
            array(struct(
                regexp_extract({{ expression }}, {{ parts }}, 1) = '-' as is_negative,
                concat(regexp_extract({{ expression }}, {{ parts }}, 2), rtrim('0', regexp_extract({{ expression }}, {{ parts }}, 3))) as digits,
                length(regexp_extract({{ expression }}, {{ parts }}, 2)) + coalesce(try_cast(regexp_extract({{ expression }}, {{ parts }}, 4) as int), 0) as point
            )),
            one -> struct(one.is_negative, ltrim('0', case
                when one.point >= length(one.digits) then rpad(one.digits, one.point, '0')
                when ltrim('0', substring(one.digits, greatest(one.point, 0) + 1)) = '' then left(one.digits, greatest(one.point, 0))
            end) as digits)
        ), one -> case
            when one.is_negative and one.digits <> '' then concat('0', lpad(9999999999 - length(one.digits), 10, '0'), ':', translate(one.digits, '0123456789', '9876543210'))
            else concat('1', lpad(length(one.digits), 10, '0'), ':', one.digits)
        end), 1)
    end
{%- endmacro %}
