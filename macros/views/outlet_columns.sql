{% macro outlet_columns(of=none) -%}
    {#- The columns every outlet begins with; `of`: the relation they are taken of, where there are several. -#}
    {%- for column in ['ruleset', 'sequence_id', 'message_id', 'sequence_number', 'sort_key', 'arrived_at', 'is_last', 'message_type', 'properties', 'body', 'batch_id'] %}
        {{ of ~ '.' if of }}{{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
