{% macro ready_columns() -%}
    {#- The columns of a row behind the kernels, in order: what each of them has to come to. -#}
    {%- do return([
        'kind', 'kernel', 'sequence_key', 'order_group', 'group_key', 'epoch', 'is_ordered', 'is_new', 'position', 'sequence_number', 'key_value', 'start_position',
        'came_at', 'rejection_outlet', 'rejected_as', 'message', 'aside', 'skipped', 'threshold', 'last',
        'is_eligible', 'is_first', 'is_first_to_come', 'is_late', 'is_in_line', 'is_at_threshold', 'baked_us', 'reached_us',
        'below', 'received_below', 'cover', 'ready_at', 'ready_below', 'release_position', 'stand_ins', 'suspended_from',
        'claimed_at', 'is_claimed', 'is_anchor', 'session_end_us',
    ] | join(', ')) -%}
{%- endmacro %}
