{% macro aside_with() -%}
    {#- What an entry brings along (row aside) with other fields in place of its own, given by name. -#}
    {%- set changed = [] -%}
    {%- for field in row_fields().aside -%}{%- do changed.append("'" ~ field ~ "', " ~ kwargs.get(field, 'aside.' ~ field)) -%}{%- endfor -%}
    {{- 'cast(named_struct(' ~ changed | join(', ') ~ ') as ' ~ row_type('aside') ~ ')' -}}
{%- endmacro %}
