{% macro effective_arrival(arrived_us, clock_before) -%}
    {#- When a message counts as having been there, in microseconds: never before a clock that has been acted on. -#}
    {%- if clock_before is none -%}
        {{ arrived_us }}
    {%- else -%}
        case when {{ arrived_us }} is not null then greatest({{ arrived_us }}, {{ clock_before }}) end
    {%- endif -%}
{%- endmacro %}
