{% macro attempt_of(attempt, values) -%}
    {#- An attempt (row attempt) like another one (none: like nothing), but for `values`. -#}
    {%- set fields = [] -%}
    {%- for name, type in row_fields().attempt.items() -%}
        {%- set told = name in values or attempt is none -%}
        {%- do fields.append("'" ~ name ~ "', " ~ ('cast(' ~ values.get(name, 'null') ~ ' as ' ~ type ~ ')' if told else attempt ~ '.' ~ name)) -%}
    {%- endfor -%}
    {{- 'named_struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
