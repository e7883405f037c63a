{% macro course_state(values) -%}
    {#- The state of a message's course (macro course), but for `values`. -#}
    {%- set fields = [] -%}
    {%- for name in ['attempt', 'sent', 'is_open', 'is_settled', 'settled_at', 'is_failed', 'failed_at', 'is_dead', 'due', 'final_at', 'waiting', 'counted', 'ended_attempts', 'dead', 'rejected', 'acted'] -%}
        {%- do fields.append(values.get(name, 'state.' ~ name) ~ ' as ' ~ name) -%}
    {%- endfor -%}
    {{- 'struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
