{% macro row_with(of, fields) -%}
    {#- A row `of` (an expression) in all its `fields`; those that are given by name change. -#}
    {%- set changed = [] -%}
    {%- for field in fields -%}{%- do changed.append(kwargs.get(field, of ~ '.' ~ field) ~ ' as ' ~ field) -%}{%- endfor -%}
    {{- 'struct(' ~ changed | join(', ') ~ ')' -}}
{%- endmacro %}
