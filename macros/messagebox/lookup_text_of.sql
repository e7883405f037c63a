{% macro lookup_text_of(type, value) -%}
    {#- As lookup_text, of a type that is known. -#}
    {{- value if type == 'text' else 'cast(' ~ compared_as(type, value) ~ ' as string)' -}}
{%- endmacro %}
