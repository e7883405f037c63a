{% macro next_number(threshold, start_number='start_number', step='step') -%}
    {#- What is expected after a threshold: threshold + step, or the start; null beyond 64 bits and with start: auto. -#}
    coalesce(try_add({{ threshold }}, {{ step }}), case when {{ threshold }} is null then {{ start_number }} end)
{%- endmacro %}
