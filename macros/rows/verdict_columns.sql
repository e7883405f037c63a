{% macro verdict_columns() -%}
    {#- The columns of a verdict, in order, that the ledger's rows are made of. -#}
    {%- do return([
        'sequence_key', 'order_group', 'group_key', 'epoch', 'kind', 'kernel', 'is_ordered', 'is_new', 'position', 'sequence_number', 'key_value', 'came_at',
        'rejection_outlet', 'message', 'aside', 'last', 'ready_at', 'leaves_us', 'holds_whole', 'release_position', 'session_end_us',
        'is_ready', 'is_released', 'ended_by', 'ended_us', 'verdict', 'reason',
    ] | join(', ')) -%}
{%- endmacro %}
