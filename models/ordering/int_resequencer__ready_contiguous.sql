{{ config(materialized='ephemeral') }}

{#- Numbers without gaps: when each message in line is ready, the lowest number first. -#}
{#- Where something bakes at an arrival, not at a time, the moment is looked at. -#}
{%- set baked = 'position, baked_us' ~ (', baked_at' if bakes_at_arrivals() else '') %}
{%- set baked_at = 'island.baked_at' if bakes_at_arrivals() else moment_of_timer('island.baked_us') %}
{%- set baked_at_below = 'island_below.baked_at' if bakes_at_arrivals() else moment_of_timer('island_below.baked_us') %}
with standing as (

    select * from {{ ref('int_resequencer__standing_in') }}

),

in_line as (

    -- One row per entry, with its place in line and what stands just below it.
    -- received_below: the highest number below it that came for the first time. cover: the skipped range that it may fall into.
    select
        *,
        row_number() over by_number = 1 and is_ordered as is_anchor,
        count(case when is_in_line then 1 end) over up_to_here as count_in_line,
        coalesce(sum(case when is_in_line and kind = 'message' then 1 + stand_ins end) over up_to_here, 0) as place_in_line,
        last(case when is_in_line then struct(position, kind, case when kind = 'message' then xxhash64(message.body) end as body_hash) end)
            ignore nulls over before_this as below,
        last(case when is_first and coalesce(position > threshold, true) then position end) ignore nulls over before_this as received_below,
        last(skipped) ignore nulls over before_this as cover
    from standing
    window
        by_number as (partition by sequence_key, group_key, epoch, kernel order by position, came_at),
        up_to_here as (
            partition by sequence_key, group_key, epoch, kernel order by position, came_at
            rows between unbounded preceding and current row
        ),
        before_this as (
            partition by sequence_key, group_key, epoch, kernel order by position, came_at
            rows between unbounded preceding and 1 preceding
        )

),

islands as (

    -- Gaps and islands: position - (count_in_line - 1) stays the same along a run of consecutive numbers, and grows from run to run.
    -- As far as the message in line below it: the island that one is in, and the latest arrival in that island.
    select
        *,
        coalesce(try_add(threshold, 1), case when threshold is null then start_position end) as expected,
        is_in_line and below.position is distinct from position - 1 as begins_island,
        last(case when is_in_line and below.position is distinct from position - 1 then struct({{ baked }}) end)
            ignore nulls over before_this as island_below,
        max(case when is_in_line then struct(position - (count_in_line - 1) as island, came_at) end) over before_this as arrived_below
    from in_line
    window
        before_this as (
            partition by sequence_key, group_key, epoch, kernel order by position, came_at
            rows between unbounded preceding and 1 preceding
        )

),

joined as (

    -- The same as far as the message itself.
    select
        *,
        case when begins_island then struct({{ baked }}) else island_below end as island,
        case
            when not is_in_line then null
            when begins_island or arrived_below.came_at < came_at then came_at
            else arrived_below.came_at
        end as arrived_at
    from islands

),

final as (

    -- ready(k)  =  head island: the latest arrival up to k;  any other: not before the gap before it has baked.
    select
        * except (expected, begins_island, island_below, arrived_below, island, arrived_at, count_in_line, released_before),
        case
            when aside.ready_at is not null then aside.ready_at
            when not is_in_line then null
            when island.position = expected then arrived_at
            when island.baked_us is not null then greatest({{ baked_at }}, arrived_at)
        end as ready_at,
        case
            when island_below.position = expected then arrived_below.came_at
            when island_below.baked_us is not null then greatest({{ baked_at_below }}, arrived_below.came_at)
        end as ready_below,
        coalesce(aside.release_position, released_before + place_in_line) as release_position,
        false as is_at_threshold,
        cast(null as {{ row_type('moment') }}) as claimed_at,
        false as is_claimed,
        cast(null as bigint) as session_end_us
    from joined

)

select * from final
