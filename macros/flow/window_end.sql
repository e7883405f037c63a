{% macro window_end(next_expected, span, step) -%}
    {#-
        The last of so many numbers from the one expected on, as TCP advertises a window: next_expected + (span - 1) * step;
        at most the highest of them that is a bigint. In decimals, which hold the product of two bigints.
    -#}
    {%- set end = 'cast(' ~ next_expected ~ ' as decimal(20, 0)) + cast(' ~ span ~ ' - 1 as decimal(19, 0)) * cast(' ~ step ~ ' as decimal(19, 0))' -%}
    cast(
        case
            when {{ end }} <= 9223372036854775807 then {{ end }}
            else 9223372036854775807 - pmod(9223372036854775807 - cast({{ next_expected }} as decimal(20, 0)), cast({{ step }} as decimal(20, 0)))
        end as bigint
    )
{%- endmacro %}
