{% macro plain_decimal(value) -%}
    {#-
        A number as the one text it has as a plain decimal: 1000 of 1e3, 007 and 1000.0 without what says nothing; none of what
        is no decimal of at most 20 digits before the point and 18 behind it.
    -#}
    {%- set parts = modules.re.fullmatch('\\s*([+-]?)(?:([0-9]+)\\.?([0-9]*)|\\.([0-9]+))(?:[eE]([+-]?[0-9]{1,9}))?\\s*', value | string) -%}
    {%- if not parts -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set whole = parts.group(2) or '' -%}
    {%- set written = whole ~ (parts.group(3) or parts.group(4) or '') -%}
    {%- set digits = written.lstrip('0') -%}
    {#- How many digits are before the point; below 0, so many zeros are behind it first. -#}
    {%- set point = (whole | length) + (parts.group(5) or 0) | int - (written | length - digits | length) -%}
    {%- set digits = digits.rstrip('0') -%}
    {%- if not digits -%}
        {%- do return('0') -%}
    {%- endif -%}
    {%- if point > 20 or digits | length - point > 18 -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set before = (digits ~ '0' * (point - digits | length))[:point] if point > 0 else '0' -%}
    {%- set behind = digits[point:] if point > 0 else '0' * -point ~ digits -%}
    {%- do return(('-' if parts.group(1) == '-' else '') ~ before ~ ('.' ~ behind if behind else '')) -%}
{%- endmacro %}
