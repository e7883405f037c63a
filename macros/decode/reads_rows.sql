{% macro reads_rows() -%}
    {#- Whether records are rows of a table, whose columns have their types: not texts that fields are read from. -#}
    {%- set checked = settings() -%}
    {%- do return(checked.arrivals_relation is not none or checked.landing.format == 'table') -%}
{%- endmacro %}
