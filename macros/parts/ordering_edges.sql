{% macro ordering_edges() -%}
    {#- The columns of the edges by which messages are ordered, before any is released. -#}
    {%- do return(['told_above_at', 'told_in_line', 'told_arrived', 'told_baked']) -%}
{%- endmacro %}
