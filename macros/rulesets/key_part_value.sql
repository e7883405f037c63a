{% macro key_part_value(ruleset, text) -%}
    {#-
        One part of a key as a value that has its order; null where it is none of its type. An infinity is none: as a
        threshold it would make every later key late. A decimal that would have to be rounded is none either: two keys
        must not become one. Text is ordered by its bytes in UTF-8, -0 is 0. Numbers and times are decimals here.
    -#}
    {%- set double = 'try_cast(' ~ text ~ ' as double)' -%}
    {%- set decimal = 'try_cast(trim(' ~ text ~ ') as decimal(38, 18))' -%}
    {%- set number = key_number(ruleset, text) -%}
    {%- if ruleset.key_type == 'double' -%}
        case
            when {{ text }} rlike '^\\s*[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$' and abs({{ double }}) < double('infinity')
                then named_struct('double', {{ double }} + 0.0D, 'decimal', cast(null as decimal(38, 18)), 'string', cast(null as string))
        end
    {%- elif ruleset.key_type == 'decimal' -%}
        case
            when {{ text }} rlike '^\\s*[+-]?([0-9]+([.][0-9]{0,18}0*)?|[.][0-9]{1,18}0*)([eE][+]?[0-9]+)?\\s*$' and {{ decimal }} is not null
                then named_struct('double', cast(null as double), 'decimal', {{ decimal }}, 'string', cast(null as string))
        end
    {%- elif ruleset.key_type == 'string' -%}
        case
            when {{ text }} is not null
                then named_struct('double', cast(null as double), 'decimal', cast(null as decimal(38, 18)), 'string', {{ text }})
        end
    {%- else -%}
        case
            when {{ number }} is not null
                then named_struct('double', cast(null as double), 'decimal', cast({{ number }} as decimal(38, 18)), 'string', cast(null as string))
        end
    {%- endif -%}
{%- endmacro %}
