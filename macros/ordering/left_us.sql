{% macro left_us() -%}
    {#- When a message that has its turn leaves; of what is delivered, when it is sent. -#}
    {{- 'leaves_us' if _any_group('delivers') else leaving_us() -}}
{%- endmacro %}
