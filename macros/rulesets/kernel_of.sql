{% macro kernel_of(group) -%}
    {#- The kernel that says when the messages of an order group are ready (int_resequencer__ready). -#}
    {%- if group.linked_by is not none -%}{%- do return('linked') -%}{%- endif -%}
    {%- do return({'sequence': 'contiguous', 'baking': 'sorted', 'static': 'sorted', 'session': 'sessions'}[group.mode]) -%}
{%- endmacro %}
