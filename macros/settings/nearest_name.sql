{% macro nearest_name(name, candidates) -%}
    {#- The candidate most like `name` (`nearest_names`), or none where nothing is like it: for "did you mean". -#}
    {%- set nearest = nearest_names(name, candidates) | first -%}
    {%- do return(nearest.name if nearest and nearest.score > 0.34 else none) -%}
{%- endmacro %}
