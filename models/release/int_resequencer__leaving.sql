{{ config(materialized='ephemeral') }}

with timed as (

    select * from {{ ref('int_resequencer__on_heartbeat') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

overtaken as (

    -- One row per entry. What is held above the last number when that becomes known is overtaken by it.
    select
        *,
        coalesce(position > last.position and not coalesce(leaves_at < last.known_at, false), false) as is_overtaken
    from timed

),

standing as (

    -- Whether it stands in line (or stood there in an earlier run and waits to leave), and whether it is ready by the clock.
    select
        *,
        kind in ('message', 'fill') and is_ordered and not is_claimed
        and (is_in_line or aside.ready_at is not null) and not (is_overtaken and (is_in_line or holds_whole)) as stands,
        coalesce(
            aside.ready_at is not null
            or (
                is_in_line and not is_claimed and ready_at.us <= (select batch.clock_us from batch)
                and (last is null or position <= last.position or ready_at < last.known_at)
            ),
            false
        ) as is_ready
    from overtaken

),

final as (

    -- One row per entry, with whether it leaves by the clock.
    select
        *,
        stands and coalesce(leaves_us <= (select batch.clock_us from batch), false) as is_released
    from standing

)

select * from final
