{% macro canonical_columns() -%}
    {#- The columns every record is decoded to, in this order; parts with subscriptions only. -#}
    {%- do return([
        'message_id', 'sequence_id', 'sequence_number', 'sequence_total', 'is_last',
        'arrived_at', 'message_type', 'properties', 'body',
    ] + (['parts'] if has_subscriptions() else [])) -%}
{%- endmacro %}
