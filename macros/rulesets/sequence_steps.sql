{% macro sequence_steps() -%}
    {#- The distinct steps of all order groups whose numbers have no gaps. -#}
    {%- set steps = [] -%}
    {%- for group in order_groups().values() if group.mode == 'sequence' and group.step not in steps -%}
        {%- do steps.append(group.step) -%}
    {%- endfor -%}
    {%- do return(steps) -%}
{%- endmacro %}
