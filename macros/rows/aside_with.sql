{% macro aside_with() -%}
    {#- What an entry brings along (row aside) with other fields in place of its own, given by name. -#}
    {{- 'cast(' ~ row_with('aside', row_fields().aside, **kwargs) ~ ' as ' ~ row_type('aside') ~ ')' -}}
{%- endmacro %}
