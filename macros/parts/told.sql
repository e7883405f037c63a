{% macro told(window, column, how='coalesce') -%}
    {#- A window over the line; where the line is cut, over the part, together (`how`) with what the part was told of the others. -#}
    {{- how ~ '(' ~ window ~ ', ' ~ column ~ ')' if _is_cut() else window -}}
{%- endmacro %}
