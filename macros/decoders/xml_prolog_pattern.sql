{% macro xml_prolog_pattern() -%}
    {#-
        The pattern, of Java, of what stands before the root of an XML document: a byte order mark, the declaration, instructions, comments and a
        DOCTYPE. All quantifiers are possessive: no text makes it recurse or turn back.
    -#}
    {%- set comment = '<!--(?:[^-]++|-(?!->))*+-->' -%}
    {%- set instruction = '<\\?(?:[^?]++|\\?(?!>))*+\\?>' -%}
    {%- set text = '"[^"]*+"|\'[^\']*+\'' -%}
    {%- set subset = '\\[(?:' ~ comment ~ '|' ~ instruction ~ '|' ~ text ~ '|[^\\]"\'<]|<(?!!--|\\?))*+\\]' -%}
    {%- set doctype = '<!DOCTYPE(?:' ~ text ~ '|[^\\[>"\'<])*+(?:' ~ subset ~ '\\s*+)?+>' -%}
    {%- do return('\\A\\ufeff?+(?:\\s++|' ~ comment ~ '|' ~ instruction ~ '|' ~ doctype ~ ')*+') -%}
{%- endmacro %}
