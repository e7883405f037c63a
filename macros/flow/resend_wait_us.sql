{% macro resend_wait_us(attempt) -%}
    {#- How long an attempt is waited for: wait * factor ^ (attempt - 1), at most a hundred years. -#}
    cast(least({{ settings().resend.wait_us }} * pow({{ settings().resend.factor }}D, {{ attempt }} - 1), 36500 * 86400e6) as bigint)
{%- endmacro %}
