{% macro state_with(fields) -%}
    {#- The state of an aggregate, in all its `fields`; those that are given by name change. -#}
    {{- row_with('state', fields, **kwargs) -}}
{%- endmacro %}
