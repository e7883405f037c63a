{% macro state_with(fields) -%}
    {#- The state of an aggregate, in all its `fields`; those that are given by name change. -#}
    {%- set changed = [] -%}
    {%- for field in fields -%}{%- do changed.append(kwargs.get(field, 'state.' ~ field) ~ ' as ' ~ field) -%}{%- endfor -%}
    {{- 'struct(' ~ changed | join(', ') ~ ')' -}}
{%- endmacro %}
