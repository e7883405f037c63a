{% macro hl7_unescaped(value, signs) -%}
    {#-
        A value of HL7 without its escape sequences, as SQL: \F\ \S\ \T\ \R\ \E\ \P\ are the separators, \X…\ bytes in hexadecimal; \H\, \.br\ and what
        else says how to show it stay. So does a value with separators in it: behind an escape they would look like those between its parts.
        Between two escape characters stands a sequence, so every other part of the value is one; one that does not end is none.
    -#}
    {%- set bytes = 'unhex(substr(_hl7_part, 2))' -%}
    {%- set part -%}
        case
            when _hl7_place % 2 = 0 then _hl7_part
            when _hl7_place + 1 = size(_hl7_parts) then concat({{ signs.escape }}, _hl7_part)
            when _hl7_part = 'F' then {{ signs.field }}
            when _hl7_part = 'S' then {{ signs.component }}
            when _hl7_part = 'T' then {{ signs.subcomponent }}
            when _hl7_part = 'R' then {{ signs.repetition }}
            when _hl7_part = 'E' then {{ signs.escape }}
            when _hl7_part = 'P' then {{ signs.truncation }}
            when _hl7_part rlike '^X(?:[0-9A-Fa-f]{2})+$'
                then coalesce(try_validate_utf8(cast({{ bytes }} as string)), decode({{ bytes }}, 'ISO-8859-1'))
            else concat({{ signs.escape }}, _hl7_part, {{ signs.escape }})
        end
    {%- endset -%}
    {%- set parts = 'split(' ~ value ~ ", concat('\\\\Q', " ~ signs.escape ~ ", '\\\\E'))" -%}
    {%- set separators = [] -%}
    {%- for name in ['component', 'repetition', 'subcomponent'] -%}
        {%- do separators.append(signs[name] ~ " <> '' and contains(" ~ value ~ ', ' ~ signs[name] ~ ')') -%}
    {%- endfor -%}
    case
        when {{ signs.escape }} = '' or not contains({{ value }}, {{ signs.escape }}) or {{ separators | join(' or ') }} then {{ value }}
        else {{ with_value('_hl7_parts', parts, "array_join(transform(_hl7_parts, (_hl7_part, _hl7_place) -> " ~ part ~ "), '')") }}
    end
{%- endmacro %}
