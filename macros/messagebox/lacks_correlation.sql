{% macro lacks_correlation(correlate, promoted) -%}
    {#- Whether a message lacks one of the values that a subscription correlates by, as SQL: then the subscription does not get it. -#}
    exists({{ correlate }}, name -> {{ promoted }}[name] is null)
{%- endmacro %}
