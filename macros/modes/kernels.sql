{% macro kernels() -%}
    {#- The kernels that this project's rulesets need, of contiguous, linked, sorted and sessions. Rows that are not ordered go through the first. -#}
    {%- set used = [] -%}
    {%- for group in order_groups().values() -%}{%- do used.append(kernel_of(group)) -%}{%- endfor -%}
    {%- do return(used | unique | sort) -%}
{%- endmacro %}
