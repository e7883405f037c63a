{% macro counting_run(relation) -%}
    {#- The number of this run of a table of numbered messages (its column counting_run): one more than the newest in it. -#}
    {%- if relation is none or not execute -%}
        {%- do return(1) -%}
    {%- endif -%}
    {%- do return(run_query('select cast(coalesce(max(counting_run), 0) + 1 as string) from ' ~ relation).rows[0][0] | int) -%}
{%- endmacro %}
