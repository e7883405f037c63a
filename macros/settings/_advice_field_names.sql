{% macro _advice_field_names() -%}
    {#- The fields of a ruleset that say what its bake time is advised by; they change no verdict. -#}
    {%- do return(['target_late_rate', 'target_confidence', 'late_cost', 'wait_cost']) -%}
{%- endmacro %}
