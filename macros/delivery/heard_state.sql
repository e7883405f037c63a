{% macro heard_state(values) -%}
    {#- The state of the aggregate of heard_course, but for `values`. -#}
    {%- set fields = [] -%}
    {%- for name in ['attempts', 'is_failing', 'is_over', 'is_again', 'active', 'failing_from', 'failing_until'] -%}
        {%- do fields.append(values.get(name, 'state.' ~ name) ~ ' as ' ~ name) -%}
    {%- endfor -%}
    {{- 'struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
