{{ config(materialized='ephemeral') }}

{#- By how much the late came late: after the release of the highest number that had been released when they came. -#}
with verdicts as (

    select * from {{ ref('int_resequencer__verdicts') }}
    where is_ordered

),

concerned as (

    select distinct
        sequence_key,
        group_key,
        epoch
    from verdicts
    where reason = 'late'

),

events as (

    -- One row per late message, and per release (or claim, or threshold of before) of a sequence in which something came late.
    select /*+ shuffle_hash(concerned) */
        verdicts.sequence_key,
        verdicts.group_key,
        verdicts.epoch,
        coalesce(verdicts.reason = 'late', false) as is_late,
        verdicts.comes_for_filled,
        verdicts.came_at,
        {{ came_as('verdicts.') }} as came_as,
        case
            when verdicts.reason = 'late' or verdicts.kind = 'claim' then verdicts.came_at
            when verdicts.kind in ('message', 'fill') then verdicts.leaves_at
        end as at,
        case
            when verdicts.reason = 'late' then null
            when verdicts.kind = 'claim' and verdicts.position is not null
                then struct(verdicts.position, -verdicts.came_at.us as unreleased_us)
            when verdicts.kind = 'state' and (not verdicts.holds_whole or verdicts.aside.state.left_threshold is not null)
                then struct(verdicts.position, -verdicts.aside.state.threshold_released_us as unreleased_us)
            when
                (verdicts.kind = 'fill' or verdicts.verdict in ('released', 'pending'))
                and verdicts.kernel <> 'sessions' and verdicts.is_ready and verdicts.leaves_at is not null
                then struct(verdicts.position, -verdicts.leaves_at.us as unreleased_us)
        end as release
    from verdicts
    left semi join concerned
        on
            verdicts.sequence_key = concerned.sequence_key
            and verdicts.group_key = concerned.group_key
            and verdicts.epoch = concerned.epoch
    where verdicts.reason = 'late' or verdicts.kind in ('state', 'claim') or verdicts.is_ready

),

measured as (

    -- What is held as a whole may leave by the very message that is late (it told the last number): then it has left first.
    select
        *,
        max(release) over up_to_here as released_then
    from events
    window up_to_here as (partition by sequence_key, group_key, epoch order by at range between unbounded preceding and current row)

),

final as (

    -- One row per late message; rows of a table that are equal in every column are one here.
    select distinct
        sequence_key,
        epoch,
        came_as.intake,
        came_as.place,
        comes_for_filled,
        case when not comes_for_filled then (came_at.us + released_then.unreleased_us) div 1000 end as late_by_ms
    from measured
    where is_late

)

select * from final
