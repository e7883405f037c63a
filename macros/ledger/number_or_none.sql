{% macro number_or_none(number) -%}
    {#- A number of the line that outlives the run; null where it is a rank. -#}
    {%- do return('case when not is_ranked then ' ~ number ~ ' end' if _has_ranked_keys() else number) -%}
{%- endmacro %}
