{% macro bakes_at_arrivals() -%}
    {#- Whether something may have baked not at a time but at an arrival: as its sender begins again, or as a gap below it is filled. -#}
    {%- do return(has_mode('restarts') or has_mode('max_stand_ins')) -%}
{%- endmacro %}
