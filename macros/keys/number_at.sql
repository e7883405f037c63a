{% macro number_at(position, step='step', start_number='start_number') -%}
    {#- The number at a position: the inverse of `position_of`, on the grid of the start. Where it would wrap on the way it wraps back. -#}
    ({{ position }} * {{ step }} + coalesce(pmod({{ start_number }}, {{ step }}), 0))
{%- endmacro %}
