{% macro key_value(key_type) -%}
    {#-
        The key as a value that has its order, for types without a bigint of their own; null where it is none of its
        type. An infinity is none: as a threshold it would make every later key late. A decimal that would have to
        be rounded is none either: two keys must not become one. Text is ordered by its bytes in UTF-8, -0 is 0.
    -#}
    {%- set double = 'try_cast(keyed.sort_key as double)' -%}
    {%- set decimal = 'try_cast(trim(keyed.sort_key) as decimal(38, 18))' -%}
    {%- if key_type == 'double' -%}
        case
            when keyed.sort_key rlike '^\\s*[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$' and abs({{ double }}) < double('infinity')
                then named_struct('double', {{ double }} + 0.0D, 'decimal', cast(null as decimal(38, 18)), 'string', cast(null as string))
        end
    {%- elif key_type == 'decimal' -%}
        case
            when keyed.sort_key rlike '^\\s*[+-]?([0-9]+([.][0-9]{0,18}0*)?|[.][0-9]{1,18}0*)([eE][+]?[0-9]+)?\\s*$' and {{ decimal }} is not null
                then named_struct('double', cast(null as double), 'decimal', {{ decimal }}, 'string', cast(null as string))
        end
    {%- elif key_type == 'string' -%}
        case
            when keyed.sort_key is not null
                then named_struct('double', cast(null as double), 'decimal', cast(null as decimal(38, 18)), 'string', keyed.sort_key)
        end
    {%- else -%}
        cast(null as {{ key_value_type() }})
    {%- endif -%}
{%- endmacro %}
