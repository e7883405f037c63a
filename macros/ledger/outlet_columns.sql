{% macro outlet_columns() -%}
    {#- The columns every outlet begins with. -#}
    ruleset,
        sequence_id,
        message_id,
        sequence_number,
        sort_key,
        arrived_at,
        is_last,
        message_type,
        properties,
        body,
        batch_id
{%- endmacro %}
