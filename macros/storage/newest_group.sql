{% macro newest_group(relation, column) -%}
    {#- The highest value of a partition column, none as long as there is none: from the table's log, no row is read. -#}
    {%- if not execute or relation is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set newest = run_query('select cast(max(' ~ column ~ ') as string) from ' ~ relation).rows[0][0] -%}
    {%- do return(newest | int if newest is not none else none) -%}
{%- endmacro %}
