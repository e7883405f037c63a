{{ config(materialized='ephemeral') }}

{#- By how much the late came late: after the release of the highest number that had been released when they came. -#}
with standing as (

    select * from {{ ref('int_resequencer__standing') }}
    where late_now > 0

),

events as (

    -- One row per late message, and per release (or claim, or threshold of before) of a sequence in which something came late.
    select
        *,
        case when reason = 'late' or kind = 'claim' then came_at when kind in ('message', 'fill') then leaves_at end as at,
        case
            when reason = 'late' then null
            when kind = 'claim' and position is not null then struct(position, -came_at.us as unreleased_us)
            when kind = 'state' and (not holds_whole or aside.state.left_threshold is not null)
                then struct(position, -aside.state.threshold_released_us as unreleased_us)
            when kind in ('message', 'fill') and kernel <> 'sessions' and case when holds_whole then is_released else is_ready end
                then struct(position, -leaves_at.us as unreleased_us)
        end as release
    from standing
    where reason = 'late' or kind in ('state', 'claim') or is_ready

),

measured as (

    select
        *,
        max(release) over up_to_here as released_then
    from events
    window up_to_here as (partition by sequence_key, group_key, epoch order by at range between unbounded preceding and current row)

),

final as (

    -- One row per late message.
    select
        * except (at, release, released_then),
        case when not comes_for_filled then (came_at.us + released_then.unreleased_us) div 1000 end as late_by_ms
    from measured
    where reason = 'late'

)

select * from final
