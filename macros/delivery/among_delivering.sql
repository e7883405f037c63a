{% macro among_delivering(order_group) -%}
    {#- Whether outcomes come in for an order group. -#}
    {%- set names = [] -%}
    {%- for name, group in order_groups().items() if group.delivers -%}{%- do names.append(sql_text(name)) -%}{%- endfor -%}
    {{- order_group ~ ' in (' ~ names | join(', ') ~ ')' if names else 'false' -}}
{%- endmacro %}
