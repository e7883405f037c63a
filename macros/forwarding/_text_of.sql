{% macro _text_of(node) -%}
    {#- A value as text, as SQL. -#}
    {%- if node.kind == 'number' -%}
        {%- set real = 'cast(' ~ node.real ~ ' as string)' -%}
        {%- do return(real if node.whole is none else 'coalesce(cast(' ~ node.whole ~ ' as string), ' ~ real ~ ')') -%}
    {%- elif node.kind == 'time' -%}
        {%- do return(utc_text(node.sql) | trim) -%}
    {%- elif node.kind in ['boolean', 'unknown'] -%}
        {%- do return('cast(' ~ node.sql ~ ' as string)') -%}
    {%- endif -%}
    {%- do return(node.sql) -%}
{%- endmacro %}
