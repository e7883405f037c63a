{% macro newest_input(inputs, after) -%}
    {#- What has been reported beyond `after`, as newest_arrival has it (count: of deliveries and actions); also where there is no table yet. -#}
    {%- if inputs is none -%}
        {%- do return({'intake': none, 'count': 0}) -%}
    {%- endif -%}
    {%- set newest = run_query('select cast(max(intake) as string), cast(count_if(kind <> ' ~ sql_text('file') ~ ') as string) from ' ~ inputs ~ (' where intake > ' ~ after if after is not none)).rows[0] -%}
    {%- do return({'intake': newest[0] | int if newest[0] is not none else none, 'count': newest[1] | int}) -%}
{%- endmacro %}
