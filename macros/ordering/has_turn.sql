{% macro has_turn() -%}
    {#- Its turn has come: what is missing below it has been given up. Where nothing leaves later, it has left. -#}
    {{- 'has_turn' if _leaves_later() else 'is_released' -}}
{%- endmacro %}
