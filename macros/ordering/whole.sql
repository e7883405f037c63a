{% macro whole() -%}
    {#- All of a line, whichever way it is read: shares the sort of the windows beside it. -#}
    rows between unbounded preceding and unbounded following
{%- endmacro %}
