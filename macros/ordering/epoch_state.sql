{% macro epoch_state(values) -%}
    {#- The state of the fold in epoch_rows, but for `values`. -#}
    {%- set fields = [] -%}
    {%- for name in ['threshold', 'last_number', 'held', 'openings', 'begins_at', 'has_ended', 'has_begun', 'last_us'] -%}
        {%- do fields.append(values.get(name, 'state.' ~ name) ~ ' as ' ~ name) -%}
    {%- endfor -%}
    {{- 'struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
