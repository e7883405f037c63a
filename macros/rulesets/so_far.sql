{% macro so_far() -%}
    rows between unbounded preceding and current row
{%- endmacro %}
