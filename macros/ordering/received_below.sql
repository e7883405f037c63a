{% macro received_below() -%}
    {#- The highest number below this one that came for the first time. -#}
    {{- told('last(case when is_new_number' ~ (' and (not is_fill or is_met)' if _fills()) ~ ' then number end) ignore nulls over (' ~ up() ~ ' ' ~ before_this() ~ ')', 'told_received') -}}
{%- endmacro %}
