{% macro kernels() -%}
    {#- The kernels that this project's rulesets need, of contiguous, sorted and sessions. Rows that are not ordered go through the first. -#}
    {%- set kernel_of = {'sequence': 'contiguous', 'baking': 'sorted', 'static': 'sorted', 'session': 'sessions'} -%}
    {%- set used = [] -%}
    {%- for mode in order_groups().values() | map(attribute='mode') -%}{%- do used.append(kernel_of[mode]) -%}{%- endfor -%}
    {%- do return(used | unique | sort) -%}
{%- endmacro %}
