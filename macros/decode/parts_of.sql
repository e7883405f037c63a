{% macro parts_of(text, pattern, names) -%}
    {#- What the groups of a pattern find in a text: {name: SQL}, in the order of the names; an empty text where one finds nothing. -#}
    {%- set parts = {} -%}
    {%- for name in names -%}
        {%- do parts.update({name: 'regexp_extract(' ~ text ~ ', ' ~ pattern ~ ', ' ~ loop.index ~ ')'}) -%}
    {%- endfor -%}
    {%- do return(parts) -%}
{%- endmacro %}
