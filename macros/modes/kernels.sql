{% macro kernels() -%}
    {#- The kernels that this project's rulesets need, of contiguous, sorted and sessions. Rows that are not ordered go through the first. -#}
    {%- set modes = {'sequence': 'contiguous', 'baking': 'sorted', 'static': 'sorted', 'session': 'sessions'} -%}
    {%- set used = [] -%}
    {%- for group in order_groups().values() if modes[group.mode] not in used -%}
        {%- do used.append(modes[group.mode]) -%}
    {%- endfor -%}
    {%- do return(used | sort) -%}
{%- endmacro %}
