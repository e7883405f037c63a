{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__ready_contiguous') }}
-- depends_on: {{ ref('int_resequencer__ready_sorted') }}
-- depends_on: {{ ref('int_resequencer__ready_sessions') }}

-- One row per entry, with when it is ready, from the kernel that its order group needs.
{% for kernel in kernels() -%}
select {{ ready_columns() }} from {{ ref('int_resequencer__ready_' ~ kernel) }}
{{ 'union all' if not loop.last }}
{% endfor %}
