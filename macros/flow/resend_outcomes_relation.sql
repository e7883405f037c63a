{% macro resend_outcomes_relation() -%}
    {#- What deliveries are reported of requests: message_id (the request's id), outcome (delivered, failed), at. Nothing reports any yet. -#}
    select
        cast(null as string) as message_id,
        cast(null as string) as outcome,
        cast(null as timestamp) as at
    where false
{%- endmacro %}
