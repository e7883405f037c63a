{% macro raised_over() -%}
    {#- What stands in the detail of a record over which Spark raised. -#}
    {%- do return(' cannot be computed: Spark raises an error over ') -%}
{%- endmacro %}
