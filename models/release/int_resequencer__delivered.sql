{{ config(materialized='ephemeral') }}

{#- When messages leave where deliveries or actions are followed, and what ends do to those that have not left. -#}
with courses as (

    select * from {{ ref('int_resequencer__courses') }}

),

batch as (

    select clock_us, previous, previous_clock_us from {{ ref('int_resequencer__batch') }}

),

entries as (

    -- One row per entry. waits: it is ready, and has not been sent.
    select
        courses.*,
        kind = 'message' and coalesce(entry.came_at > ended.moment, false) as comes_late,
        coalesce(passes_or_waits and not is_sent and ended is null and turn_at.us <= batch.clock_us, false) as waits
    from courses
    cross join batch
    where entry is not null

),

final as (

    -- comes_after_end: it would stand above the highest number that had left when its epoch ended.
    select
        entry.*,
        case when is_sent then sent.us end as sent_at,
        ended,
        passes_or_waits and not is_sent and ended is not null and not comes_late as is_given_up,
        comes_late and coalesce(entry.position > passed, true) as comes_after_end,
        case
            when not waits then null
            when exists(stops, stop -> stop.reason = 'parked') then 'parked'
            when size(stops) > 0 then 'suspended'
            else 'awaiting_acknowledgement'
        end as delivery_reason,
        case when waits then coalesce(try_element_at(stops, 1).number, awaited.number) end as blocked_by_number
    from entries

)

select * from final
