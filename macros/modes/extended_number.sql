{% macro extended_number(counter, reference) -%}
    {#-
        Where a counter that wraps has got to, counted round from `reference`: up to `backward` behind it or `forward` ahead of it; what is
        neither lies where it is nearer. Where nothing is compared, by less than half the range either way; half of it is behind (RFC 1982).
    -#}
    case
        when rules.wrap_at is null or {{ reference }} is null then {{ counter }}
        when rules.backward is null
            then {{ reference }} + pmod({{ counter }} - {{ reference }} + (rules.wrap_at - rules.wrap_to) div 2, (rules.wrap_at - rules.wrap_to)) - (rules.wrap_at - rules.wrap_to) div 2
        when (rules.wrap_at - rules.wrap_to) - pmod({{ counter }} - {{ reference }}, (rules.wrap_at - rules.wrap_to)) <= rules.backward
            then {{ reference }} + pmod({{ counter }} - {{ reference }}, (rules.wrap_at - rules.wrap_to)) - (rules.wrap_at - rules.wrap_to)
        when
            pmod({{ counter }} - {{ reference }}, (rules.wrap_at - rules.wrap_to)) <= rules.forward
            or 2 * pmod({{ counter }} - {{ reference }}, (rules.wrap_at - rules.wrap_to)) < (rules.wrap_at - rules.wrap_to)
            then {{ reference }} + pmod({{ counter }} - {{ reference }}, (rules.wrap_at - rules.wrap_to))
        else {{ reference }} + pmod({{ counter }} - {{ reference }}, (rules.wrap_at - rules.wrap_to)) - (rules.wrap_at - rules.wrap_to)
    end
{%- endmacro %}
