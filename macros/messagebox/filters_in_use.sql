{% macro filters_in_use() -%}
    {#-
        The filters of Service Bus that subscriptions have instead of predicates, as a list of {text, sql}: each is tried on every message, over
        the columns of `columns_of_filters`.
    -#}
    {%- do return(asked_once('filters', _asked_filters)) -%}
{%- endmacro %}
