{% macro as_exact_decimal(expression) -%}
    {#-
        A decimal of 20 digits before the point and 18 behind it from text, also with an exponent. What would have to be rounded,
        and whatever else is no such number, is null.
    -#}
    {#-
        Bounded, and 18 places at most before the cast: to round 1e-999999999, Java would write it out. An exponent that is not there is null:
        over an empty text try_cast raises and catches an error, for each row.
    -#}
    {%- set number = '^\\\\s*[+-]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][+-]?[0-9]{1,9})?\\\\s*$' -%}
    case
        when
            {{ expression }} rlike '{{ number }}'
            and length(regexp_extract({{ expression }}, '[.]([0-9]*?)0*(?:[eE]|\\s*$)', 1))
            - coalesce(try_cast(nullif(regexp_extract({{ expression }}, '[eE]([+-]?[0-9]+)', 1), '') as int), 0) <= 18
            then try_cast({{ expression }} as decimal(38, 18))
    end
{%- endmacro %}
