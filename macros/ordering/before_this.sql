{% macro before_this() -%}
    rows between unbounded preceding and 1 preceding
{%- endmacro %}
