{% macro key_part_value(ruleset, text) -%}
    {#-
        One part of a key as a value that has its order; null where it is none of its type. An infinity is none: as a
        threshold it would make every later key late. A decimal that would have to be rounded is none either: two keys
        must not become one. Text is ordered by its bytes in UTF-8, -0 is 0.
    -#}
    {%- if ruleset.key_type == 'double' -%}
        {%- set double = 'try_cast(' ~ text ~ ' as double)' -%}
        case
            when {{ text }} rlike '^\\s*[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$' and abs({{ double }}) < double('infinity')
                then {{ double }} + 0.0D
        end
    {%- elif ruleset.key_type == 'decimal' -%}
        {{- as_exact_decimal(text) -}}
    {%- elif ruleset.key_type == 'numeral' -%}
        {{- as_numeral(text) -}}
    {%- elif ruleset.key_type == 'time' -%}
        {{- key_time(ruleset, text) -}}
    {%- elif ruleset.key_type == 'string' -%}
        {{- text -}}
    {%- else -%}
        {{- key_number(ruleset, text) -}}
    {%- endif -%}
{%- endmacro %}
