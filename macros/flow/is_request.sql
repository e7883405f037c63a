{% macro is_request(message_id) -%}
    {#- Whether an id is that of a resend request, and not of a message. -#}
    {{- message_id ~ " rlike '^resend-[0-9a-f]{64}$'" -}}
{%- endmacro %}
