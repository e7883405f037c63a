{{ config(materialized='ephemeral') }}

{#- What the end of its epoch does to an entry, and what keeps a message that is ready (DESIGN 3.5, *Ends*). -#}
with courses as (

    select * from {{ ref('int_resequencer__courses') }}

),

batch as (

    select clock_us from {{ ref('int_resequencer__batch') }}

),

entries as (

    -- One row per entry. waits: it is ready, and has not been sent. comes_after_end: it would stand above the highest number that had left
    -- when its epoch ended, or is a number given up, or filled, after that. is_before_end: its turn was before the end, or at that moment
    -- before the message whose failure ended it, or with it.
    select
        courses.*,
        courses.kind = 'message' and coalesce(courses.entry.came_at > courses.ended.moment, false) as comes_late,
        coalesce(
            courses.passes_at < courses.ended.moment
            or (courses.passes_at = courses.ended.moment and courses.release_position <= courses.ended.release_position),
            courses.ended is null or courses.passes_at is null
        ) as is_before_end,
        coalesce(courses.delivers and case courses.kind
            when 'message' then courses.entry.came_at > courses.ended.moment and coalesce(courses.entry.position > courses.passed, true)
            when 'fill' then not is_before_end or courses.entry.came_at > courses.ended.moment
        end, false) as comes_after_end,
        coalesce(
            courses.passes_or_waits and not courses.is_sent and courses.ended is null and courses.ready_at.us <= batch.clock_us, false
        ) as waits
    from courses
    cross join batch
    where courses.entry is not null

),

final as (

    -- is_given_up: it is held as its epoch ends, also where another has taken its place since, or it has been dropped.
    -- unused_places: those in the order of release that it was counted for, though its epoch ended before it had left.
    -- received_by_end: the highest number below it that came for the first time, before the end; what comes later fills no gap.
    select
        entry.*,
        delivers,
        sent,
        ended,
        is_sent,
        comes_after_end,
        delivers and coalesce(passes_or_waits or coalesce(entry.replaced_at, entry.aside.removed_at) >= ended.moment, false)
        and not is_sent and ended is not null and not comes_late as is_given_up,
        int(coalesce(
            kind = 'message' and if(entry.holds_whole, entry.is_released, entry.is_ready)
            and (is_given_up or (comes_after_end and entry.aside.ready_at is null)), false
        )) * (1 + entry.stand_ins) as unused_places,
        last(case when entry.is_first and coalesce(entry.position > entry.threshold, true) and not comes_after_end then entry.position end)
            ignore nulls over before_this as received_by_end,
        waits,
        is_before_end,
        case
            when not waits then null
            else if(exists(stops, stop -> stop.reason = 'parked'), 'parked', if(size(stops) > 0, 'suspended', 'awaiting_acknowledgement'))
        end as kept_reason,
        case when waits then coalesce(try_element_at(stops, 1).number, awaited.number) end as kept_by
    from entries
    window before_this as (
        partition by sequence_key, entry.group_key, epoch, entry.kernel order by entry.position, entry.came_at
        rows between unbounded preceding and 1 preceding
    )

)

select * from final
