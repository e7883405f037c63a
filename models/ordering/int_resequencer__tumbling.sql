{{ config(materialized='ephemeral') }}

{#- When tumbling sessions began: a fold over the times of arrival, since each start depends on the last. -#}
-- depends_on: {{ ref('int_resequencer__admitted') }}, {{ ref('int_resequencer__order_groups') }}
{% if has_mode('is_tumbling') %}
with admitted as (

    select * from {{ ref('int_resequencer__admitted') }}
    where kernel = 'sessions'

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

final as (

    -- One row per sequence.
    select
        admitted.sequence_key,
        admitted.group_key,
        aggregate(
            array_sort(collect_set(coalesce(admitted.aside.session_end_us - order_groups.session_us, admitted.came_at.us))),
            cast(array() as array<bigint>),
            (starts, us) -> case
                when size(starts) = 0 or us >= starts[size(starts) - 1] + order_groups.session_us then concat(starts, array(us))
                else starts
            end
        ) as session_starts
    from admitted
    inner join order_groups on admitted.order_group = order_groups.order_group and order_groups.is_tumbling
    where admitted.kind in ('message', 'left') and admitted.is_ordered and admitted.rejected_as is distinct from 'duplicate'
    group by admitted.sequence_key, admitted.group_key, order_groups.session_us

)
{% else %}
with final as (

    -- No session tumbles.
    select
        cast(null as bigint) as sequence_key,
        cast(null as string) as group_key,
        cast(null as array<bigint>) as session_starts
    where false

)
{% endif %}

select * from final
