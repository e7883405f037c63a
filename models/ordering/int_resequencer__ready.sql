{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__ready_contiguous') }}
-- depends_on: {{ ref('int_resequencer__ready_linked') }}
-- depends_on: {{ ref('int_resequencer__ready_sorted') }}
-- depends_on: {{ ref('int_resequencer__ready_sessions') }}

{#- What each kernel has to come to. -#}
{%- set columns = [
    'kind', 'kernel', 'sequence_key', 'order_group', 'group_key', 'epoch', 'is_ordered', 'is_new', 'position', 'sequence_number', 'key_value', 'start_position',
    'came_at', 'rejection_outlet', 'rejected_as', 'message', 'aside', 'skipped', 'threshold', 'last',
    'is_eligible', 'is_first', 'is_first_to_come', 'is_late', 'is_in_line', 'is_at_threshold', 'baked_us', 'reached_us',
    'below', 'received_below', 'cover', 'ready_at', 'ready_below', 'release_position', 'stand_ins', 'suspension',
    'claimed_at', 'is_claimed', 'is_anchor', 'session_end_us',
] %}

-- One row per entry, with when it is ready, from the kernel that its order group needs.
{% for kernel in kernels() -%}
select {{ columns | join(', ') }} from {{ ref('int_resequencer__ready_' ~ kernel) }}
{{ 'union all' if not loop.last }}
{% endfor %}
