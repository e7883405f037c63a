{% macro json_marked(text) -%}
    {#- A JSON text with its numbers marked where `_is_marked`, as SQL; one that is marked already stays as it is. -#}
    {%- do return('if(_is_marked, ' ~ marked(text) ~ ', ' ~ text ~ ')') -%}
{%- endmacro %}
