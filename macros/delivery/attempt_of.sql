{% macro attempt_of(attempt, values) -%}
    {#- An attempt (attempt_fields) like another one (none: like nothing), but for `values`. -#}
    {%- set fields = [] -%}
    {%- for name, type in attempt_fields().items() -%}
        {%- set value = values.get(name) or (attempt ~ '.' ~ name if attempt is not none else 'null') -%}
        {%- do fields.append("'" ~ name ~ "', cast(" ~ value ~ ' as ' ~ type ~ ')') -%}
    {%- endfor -%}
    {{- 'named_struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
