{% macro attempt_of(values) -%}
    {#- A fact about an attempt (row attempt): `values` {field: expression}, null elsewhere. -#}
    {%- set fields = [] -%}
    {%- for name, type in row_fields().attempt.items() -%}
        {%- do fields.append("'" ~ name ~ "', cast(" ~ values.get(name, 'null') ~ ' as ' ~ type ~ ')') -%}
    {%- endfor -%}
    {{- 'named_struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
