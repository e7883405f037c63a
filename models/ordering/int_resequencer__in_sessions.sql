{{ config(materialized='ephemeral') }}

{#- Dynamic sessions: in which of them each message is. -#}
with admitted as (

    select * from {{ ref('int_resequencer__admitted') }}
    where kernel = 'sessions'

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

tumbling as (

    select * from {{ ref('int_resequencer__tumbling') }}

),

active as (

    -- One row per entry, with when it was active in its session. What was held before is known by how long it was to be held. A repeated
    -- id (unique_ids) counts for nothing else.
    select
        admitted.*,
        order_groups.session_us,
        order_groups.is_tumbling,
        tumbling.session_starts,
        admitted.kind in ('message', 'left') and admitted.is_ordered and admitted.rejected_as is distinct from 'duplicate' as in_session,
        case when in_session then coalesce(admitted.aside.session_end_us - order_groups.session_us, admitted.came_at.us) end as active_us
    from admitted
    left join order_groups on admitted.order_group = order_groups.order_group
    left join tumbling on admitted.sequence_key = tumbling.sequence_key and admitted.group_key = tumbling.group_key

),

beginning as (

    -- With whether it begins a session.
    select
        *,
        in_session and coalesce(came_at.us >= max(active_us) over before_this + session_us, true) as begins
    from active
    window
        before_this as (
            partition by sequence_key, group_key, epoch, kernel order by came_at
            rows between unbounded preceding and 1 preceding
        )

),

final as (

    -- With the number of its session within this run.
    select
        *,
        case
            when is_tumbling then size(filter(session_starts, started_us -> started_us <= active_us))
            else sum(case when begins then 1 else 0 end) over up_to_here
        end as session
    from beginning
    window
        up_to_here as (
            partition by sequence_key, group_key, epoch, kernel order by came_at
            rows between unbounded preceding and current row
        )

)

select * from final
