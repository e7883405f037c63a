{% macro newest_input(inputs, after) -%}
    {#- The highest intake position of deliveries and actions beyond `after`, or none; also where there is no table yet. -#}
    {%- if load_relation(inputs) is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set newest = run_query('select cast(max(intake) as string) from ' ~ inputs ~ (' where intake > ' ~ after if after is not none)).rows[0][0] -%}
    {%- do return(newest | int if newest is not none else none) -%}
{%- endmacro %}
